#pragma once

/// Every message of the protocol as a plain struct. Values: copy them, send them between threads.
#include "protocol/client_messages.hpp"
#include "protocol/events.hpp"
#include "protocol/replies.hpp"
