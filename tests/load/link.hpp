#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <memory>
#include <string>
#include <string_view>

namespace pentad::load {

struct Target {
    boost::asio::ip::tcp::endpoint endpoint;
    std::string host;  ///< as the handshake names it
    std::string path = "/ws";
};

/// What becomes of a link, on the thread of its io_context.
class LinkOwner {
  public:
    virtual void opened() = 0;
    virtual void received(std::string_view text) = 0;
    /// Once, and not after Link::cut().
    virtual void closed(const std::string& why) = 0;

  protected:
    ~LinkOwner() = default;
};

/// One WebSocket to the server. What is sent while a write is under way follows in order.
class Link {
  public:
    /// Connects and shakes hands. The owner outlives the link or cuts it.
    static std::shared_ptr<Link> open(boost::asio::io_context& io, const Target& target, LinkOwner& owner);

    virtual ~Link() = default;
    virtual void send(std::string text) = 0;
    /// Messages that are not on their way yet.
    virtual std::size_t waiting() const = 0;
    /// From now on nothing is read, whatever the server sends.
    virtual void stop_reading() = 0;
    /// Drops the socket without a word; the owner hears no more.
    virtual void cut() = 0;
};

}  // namespace pentad::load
