#pragma once

#include <functional>
#include <string>
#include <tl/expected.hpp>

#include "clients/terminal/net/server_address.hpp"

namespace boost::asio {
class io_context;
}

namespace pentad::terminal {

/// The path of something that the server answers over HTTP, beside its WebSocket.
std::string beside_web_socket(const ServerAddress& server, const std::string& target);

/// Writes the record of a finished match into a new file: as a list of moves for people when its name ends
/// with `.txt`, else as the record itself. Empty: `pentad-MATCH.json`. Calls `done` once, with the file's
/// name or with a sentence.
void export_record(boost::asio::io_context& io, const ServerAddress& server, const std::string& match,
                   std::string file, std::function<void(tl::expected<std::string, std::string>)> done);

}  // namespace pentad::terminal
