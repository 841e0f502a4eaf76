#pragma once

#include <sys/resource.h>

#include <csignal>
#include <cstdint>

namespace pentad::server {

/// No file may grow beyond this while it lives: the disk is full.
class FullDisk {
  public:
    explicit FullDisk(std::uintmax_t bytes) {
        signal_ = std::signal(SIGXFSZ, SIG_IGN);
        getrlimit(RLIMIT_FSIZE, &was_);
        rlimit now = was_;
        now.rlim_cur = bytes;
        setrlimit(RLIMIT_FSIZE, &now);
    }
    ~FullDisk() {
        setrlimit(RLIMIT_FSIZE, &was_);
        std::signal(SIGXFSZ, signal_);
    }

  private:
    rlimit was_{};
    void (*signal_)(int) = nullptr;
};

}  // namespace pentad::server
