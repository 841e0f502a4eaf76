#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>

#include "server/limits/rate_limiter.hpp"

namespace pentad::server {

/// How many of something each address has at a time. As with RateLimiter, an IPv6 network of 64 bits is one
/// address. On the I/O thread.
class AddressQuota {
  public:
    int of(std::string_view address) const {
        const auto found = numbers_->find(network_of(address));
        return found == numbers_->end() ? 0 : found->second;
    }

    /// Counts one for as long as it lives, which may be longer than the count.
    class One {
      public:
        One(const AddressQuota& count, std::string_view address)
            : numbers_(count.numbers_), key_(network_of(address)), number_(++(*numbers_)[key_]) {}
        ~One() {
            if (--(*numbers_)[key_] == 0) numbers_->erase(key_);
        }
        One(const One&) = delete;
        One& operator=(const One&) = delete;
        /// How many there were with this one when it came.
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
