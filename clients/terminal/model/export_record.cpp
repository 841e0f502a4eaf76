#include "clients/terminal/model/export_record.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "clients/terminal/net/http_get.hpp"

namespace pentad::terminal {
namespace {

using Written = tl::expected<std::string, std::string>;

/// Never over a file that is there: it may be another record.
Written write_new(const std::string& file, std::string_view text) {
    const int descriptor = ::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    if (descriptor < 0) return tl::unexpected(file + " cannot be written: " + std::strerror(errno) + ".");
    bool good = true;
    while (good && !text.empty()) {
        const ssize_t count = ::write(descriptor, text.data(), text.size());
        good = count > 0;
        if (good) text.remove_prefix(static_cast<std::size_t>(count));
    }
    good = ::close(descriptor) == 0 && good;
    if (!good) return tl::unexpected(file + " cannot be written to its end.");
    return file;
}

}  // namespace

std::string beside_web_socket(const ServerAddress& server, const std::string& target) {
    return server.path.substr(0, server.path.rfind('/') + 1) + target;
}

void export_record(boost::asio::io_context& io, const ServerAddress& server, const std::string& match,
                   std::string file, std::function<void(Written)> done) {
    if (file.empty()) file = "pentad-" + match + ".json";
    const bool list = file.ends_with(".txt");
    const std::string target = "api/v1/matches/" + match + "/record" + (list ? "?format=text" : "");
    http_get(io, server, beside_web_socket(server, target),
             [file, done = std::move(done)](tl::expected<std::string, std::string> body) {
                 if (!body) return done(tl::unexpected("There is no record: " + body.error() + "."));
                 done(write_new(file, *body));
             });
}

}  // namespace pentad::terminal
