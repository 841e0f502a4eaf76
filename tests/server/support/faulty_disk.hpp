#pragma once

#include <memory>

namespace pentad::server {

/// While it lives, SQLite's calls to the disk are counted, and one of them or all from one on fail with an
/// I/O error. For databases that are opened meanwhile; one of these at a time.
class FaultyDisk {
  public:
    enum class Lasts { once, for_good };

    /// The call with this number fails, the first is 1; 0: none.
    FaultyDisk(int failing_call, Lasts lasts);
    ~FaultyDisk();
    FaultyDisk(const FaultyDisk&) = delete;
    FaultyDisk& operator=(const FaultyDisk&) = delete;

    int calls() const;
    /// Counts from 1 again.
    void fail_at(int call, Lasts lasts);
    /// From now on nothing fails.
    void heal();
};

}  // namespace pentad::server
