#pragma once

namespace pentad::server {

/// How many segments with data have gone out of a TCP socket (Linux, tcp(7): TCP_INFO).
unsigned segments_sent(int socket);

}  // namespace pentad::server
