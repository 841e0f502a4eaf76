#pragma once

#include "server/app/timers.hpp"
#include "server/config/config.hpp"
#include "server/store/store_thread.hpp"

namespace pentad::server {

/// Deletes old matches and guests as the settings say, a batch a minute, so that nothing waits for it. On the
/// I/O thread. REQUIRES: store and config outlive this.
class DataRetention {
  public:
    DataRetention(asio::io_context& io, StoreThread& store, const Config& config);
    void start() { timer_.start(); }

  private:
    void delete_batch();

    StoreThread& store_;
    const Config& config_;
    RepeatingTimer timer_;
};

}  // namespace pentad::server
