#include "clients/terminal/model/export_record.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <utility>

#include "clients/terminal/net/refusal_words.hpp"
#include "clients/terminal/texts/language.hpp"

namespace pentad::terminal {
namespace {

using Written = tl::expected<std::string, std::string>;

/// The API lies beside the WebSocket. What a person takes for an id may have any characters.
std::string path_of_record(const ServerAddress& server, const std::string& match) {
    static constexpr char digits[] = "0123456789ABCDEF";
    std::string id;
    for (const char c : match) {
        const auto byte = static_cast<unsigned char>(c);
        if (std::isalnum(byte) != 0 || c == '_' || c == '-')
            id += c;
        else
            id += {'%', digits[byte >> 4], digits[byte & 15]};
    }
    return server.path.substr(0, server.path.rfind('/') + 1) + "api/v1/matches/" + id + "/record";
}

/// What a server calls a match names no other folder.
std::string as_file_name(std::string match) {
    std::replace_if(
        match.begin(), match.end(), [](unsigned char c) { return std::isalnum(c) == 0 && c != '_'; }, '-');
    return match;
}

/// Never over a file that is there: it may be another record.
Written write_new(const std::string& file, std::string_view text) {
    const int descriptor = ::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    if (descriptor < 0) return tl::unexpected(tr("{} cannot be written: {}.", file, std::strerror(errno)));
    bool good = true;
    while (good && !text.empty()) {
        const ssize_t count = ::write(descriptor, text.data(), text.size());
        good = count > 0;
        if (good) text.remove_prefix(static_cast<std::size_t>(count));
    }
    good = ::close(descriptor) == 0 && good;
    if (!good) return tl::unexpected(tr("{} cannot be written to its end.", file));
    return file;
}

}  // namespace

void fetch_record(boost::asio::io_context& io, const ServerAddress& server, const std::string& match,
                  std::function<void(HttpBody)> done) {
    http_get(io, server, path_of_record(server, match), std::move(done));
}

void export_record(boost::asio::io_context& io, const ServerAddress& server, const std::string& match,
                   std::string file, std::function<void(Written)> done) {
    if (file.empty()) file = "pentad-" + as_file_name(match) + ".json";
    const bool list = file.ends_with(".txt");
    http_get(io, server, path_of_record(server, match) + (list ? "?format=text" : ""),
             [file, done = std::move(done)](HttpBody body) {
                 if (!body)
                     return done(
                         tl::unexpected(tr("The record cannot be had: {}.", as_clause(body.error().text))));
                 done(write_new(file, *body));
             });
}

}  // namespace pentad::terminal
