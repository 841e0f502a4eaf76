#pragma once

namespace pentad::server {

/// The segments with data sent by a TCP socket (Linux, tcp(7): TCP_INFO).
unsigned segments_sent(int socket);

}  // namespace pentad::server
