#pragma once

namespace pentad::server {

/// One callable of several, for std::visit: a variant's alternative without a matching one does not compile.
template <class... Callables>
struct overloaded : Callables... {
    using Callables::operator()...;
};
// clang 14 does not deduce aggregates.
template <class... Callables>
overloaded(Callables...) -> overloaded<Callables...>;

}  // namespace pentad::server
