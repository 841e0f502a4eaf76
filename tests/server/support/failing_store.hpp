#pragma once

#include <atomic>

#include "tests/server/support/forwarding_store.hpp"

namespace pentad::server {

/// A store in memory whose disk is full for as long as `*full`.
class FailingStore final : public ForwardingStore {
  public:
    explicit FailingStore(std::shared_ptr<std::atomic<bool>> full) : full_(std::move(full)) {}

    Result<void> write(const std::vector<Record>& records) override {
        if (*full_) return tl::unexpected(StoreError{"the disk is full"});
        return ForwardingStore::write(records);
    }

  private:
    std::shared_ptr<std::atomic<bool>> full_;
};

}  // namespace pentad::server
