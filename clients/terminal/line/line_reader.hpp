#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <functional>
#include <string>

namespace pentad::terminal {

/// Lines from a descriptor: a terminal, a pipe or a file. Never makes it non-blocking, because that would
/// last: a terminal is shared with the shell that started us.
class LineReader {
  public:
    /// The descriptor stays the caller's. `end` is called once, behind the last line.
    LineReader(boost::asio::io_context& io, int descriptor, std::function<void(std::string)> line,
               std::function<void()> end);
    ~LineReader() { stream_.release(); }

    void start();

  private:
    void read();

    boost::asio::io_context& io_;
    boost::asio::posix::stream_descriptor stream_;
    std::function<void(std::string)> line_;
    std::function<void()> end_;
    std::string buffer_;
};

}  // namespace pentad::terminal
