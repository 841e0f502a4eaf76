#pragma once

#include "server/config/config.hpp"

namespace pentad::server {

/// What a start with these settings would refuse: settings that contradict each other, an address that is not
/// of this machine, a web client, a certificate or a key that cannot be used, a data folder that this user
/// cannot write. Throws std::runtime_error, with a sentence that says what to do. Changes nothing and may be
/// called while a server runs with them; so it does not say whether a port is taken, nor what is in the
/// database.
void check_config(const Config& config);

}  // namespace pentad::server
