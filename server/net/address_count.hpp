#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

#include "server/throttle.hpp"

namespace pentad::server {

/// How many connections each address has at a time. As with Throttle, an IPv6 network of 64 bits is one
/// address. On the I/O thread.
class AddressCount {
  public:
    int of(std::string_view address) const {
        const auto found = numbers_.find(network_of(address));
        return found == numbers_.end() ? 0 : found->second;
    }

    /// Counts one connection for as long as it lives. REQUIRES: the count outlives it.
    class One {
      public:
        One(AddressCount& count, std::string_view address)
            : numbers_(count.numbers_), key_(network_of(address)), number_(++numbers_[key_]) {}
        ~One() {
            if (--numbers_[key_] == 0) numbers_.erase(key_);
        }
        One(const One&) = delete;
        One& operator=(const One&) = delete;
        /// How many there were with this one when it came.
        int number() const { return number_; }

      private:
        std::unordered_map<std::string, int>& numbers_;
        const std::string key_;
        const int number_;
    };

  private:
    std::unordered_map<std::string, int> numbers_;
};

}  // namespace pentad::server
