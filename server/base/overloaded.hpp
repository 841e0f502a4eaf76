#pragma once

namespace pentad::server {

/// One callable of several, for std::visit: a variant's alternative without a matching one does not compile.
template <class... Callables>
struct overloaded : Callables... {
    using Callables::operator()...;
};

}  // namespace pentad::server
