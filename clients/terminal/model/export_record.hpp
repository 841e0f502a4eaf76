#pragma once

#include <functional>
#include <string>
#include <tl/expected.hpp>

#include "clients/terminal/net/http_get.hpp"

namespace pentad::terminal {

/// The record of a finished match, as the server keeps it. Calls `done` once.
void fetch_record(boost::asio::io_context& io, const ServerAddress& server, const std::string& match,
                  std::function<void(HttpBody)> done);

/// Writes the record of a finished match into a new file: as a list of moves for people when its name ends
/// with `.txt`, else as the record itself. Empty: `pentad-MATCH.json`. Calls `done` once, with the file's
/// name or with a sentence.
void export_record(boost::asio::io_context& io, const ServerAddress& server, const std::string& match,
                   std::string file, std::function<void(tl::expected<std::string, std::string>)> done);

}  // namespace pentad::terminal
