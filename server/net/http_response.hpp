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
    /// Identifies the content of `body`, for ETag; empty: none.
    std::string tag = {};
    /// The body in other content codings, smallest first. REQUIRES: a tag.
    std::vector<CodedBody> coded = {};
};

/// Answers HTTP requests. On the I/O thread.
class HttpSite {
  public:
    virtual ~HttpSite() = default;

    /// Calls `done` once, now or later, on the I/O thread. `target` is the path and query as sent, below the
    /// base path.
    virtual void answer(std::string target, std::function<void(HttpResponse)> done) = 0;
};

/// `{"error":{"code":...,"message":...}}` with this status. REQUIRES: texts without quotes and backslashes.
HttpResponse http_error(int status, std::string_view code, std::string_view message);
HttpResponse http_json(std::string body);
HttpResponse http_text(std::string body);

}  // namespace pentad::server
