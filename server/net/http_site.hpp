#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pentad::server {

/// A body in a content coding, such as `gzip`.
struct CodedBody {
    std::string coding;
    std::shared_ptr<const std::string> body;
};

struct HttpResponse {
    int status = 200;
    std::string content_type;
    std::shared_ptr<const std::string> body;
    std::vector<std::pair<std::string, std::string>> headers;
    /// Names the content of `body`, to ask later whether it is still the same; empty: it cannot be asked.
    std::string tag = {};
    /// The same body for clients that take another form of it, the smallest first. Needs a tag.
    std::vector<CodedBody> coded = {};
};

/// What is served over plain HTTP. On the I/O thread.
class HttpSite {
  public:
    virtual ~HttpSite() = default;

    /// Calls `done` once, now or later, on the I/O thread. `target` is the request's path and query as sent.
    virtual void answer(std::string target, std::function<void(HttpResponse)> done) = 0;
};

/// `{"error":{"code":...,"message":...}}` with this status. REQUIRES: plain texts without quotes.
HttpResponse http_error(int status, std::string_view code, std::string_view message);
HttpResponse http_json(std::string body);

}  // namespace pentad::server
