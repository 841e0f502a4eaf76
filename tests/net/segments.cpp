// A source of its own: Linux's header conflicts with the older one of the C library, which Asio includes.
#include "tests/net/segments.hpp"

#include <linux/tcp.h>
#include <sys/socket.h>

#include <cerrno>
#include <system_error>

namespace pentad::server {

unsigned segments_sent(int socket) {
    tcp_info info{};
    socklen_t size = sizeof info;
    if (getsockopt(socket, 6 /* TCP */, TCP_INFO, &info, &size) != 0)
        throw std::system_error(errno, std::generic_category(), "TCP_INFO");
    return info.tcpi_data_segs_out;
}

}  // namespace pentad::server
