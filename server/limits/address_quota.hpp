#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>

#include "server/limits/rate_limiter.hpp"

namespace pentad::server {

/// Counts what each address holds at a time. As with RateLimiter, an IPv6 /64 is one address. On the I/O
/// thread.
class AddressQuota {
  public:
    int of(std::string_view address) const {
        const auto found = numbers_->find(network_of(address));
        return found == numbers_->end() ? 0 : found->second;
    }

    /// Counts one while it lives. May outlive the quota.
    class One {
      public:
        One(const AddressQuota& count, std::string_view address)
            : numbers_(count.numbers_), key_(network_of(address)), number_(++(*numbers_)[key_]) {}
        ~One() {
            if (--(*numbers_)[key_] == 0) numbers_->erase(key_);
        }
        One(const One&) = delete;
        One& operator=(const One&) = delete;
        /// The count with this one, when it was made.
        int number() const { return number_; }

      private:
        const std::shared_ptr<std::unordered_map<std::string, int>> numbers_;
        const std::string key_;
        const int number_;
    };

  private:
    std::shared_ptr<std::unordered_map<std::string, int>> numbers_ =
        std::make_shared<std::unordered_map<std::string, int>>();
};

}  // namespace pentad::server
