#pragma once

#include <memory>

#include "server/store/store.hpp"

namespace pentad::server {

/// A store that forgets everything with the process: for tests, and for `--data :memory:`.
std::unique_ptr<Store> make_memory_store();

}  // namespace pentad::server
