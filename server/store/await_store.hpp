#pragma once

#include <boost/asio/async_result.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/post.hpp>
#include <memory>
#include <utility>
#include <vector>

#include "server/net/executor.hpp"
#include "server/store/store_thread.hpp"

/// Waiting for the store's thread in a coroutine of the I/O thread.
namespace pentad::server {

/// Returns when the records are durable, or with the error.
inline Awaitable<tl::expected<void, StoreError>> stored(asio::io_context& io, StoreThread& store,
                                                        std::vector<Record> records) {
    using Result = tl::expected<void, StoreError>;
    return asio::async_initiate<const asio::use_awaitable_t<Executor>&, void(Result)>(
        [&io, &store](auto handler, std::vector<Record> all) {
            auto shared = std::make_shared<decltype(handler)>(std::move(handler));
            store.write(std::move(all), [&io, shared](Result result) mutable {
                asio::post(io, [shared = std::move(shared), result = std::move(result)]() mutable {
                    std::move (*shared)(std::move(result));
                });
            });
        },
        asio::use_awaitable_t<Executor>{}, std::move(records));
}

/// Runs `read(Store&)` on the store's thread and returns what it returned.
template <class Result>
Awaitable<Result> read_from(asio::io_context& io, StoreThread& store, std::function<Result(Store&)> read) {
    return asio::async_initiate<const asio::use_awaitable_t<Executor>&, void(Result)>(
        [&io, &store](auto handler, std::function<Result(Store&)> wanted) {
            auto shared = std::make_shared<decltype(handler)>(std::move(handler));
            store.read([&io, shared, wanted = std::move(wanted)](Store& opened) mutable {
                asio::post(io, [shared = std::move(shared), result = wanted(opened)]() mutable {
                    std::move (*shared)(std::move(result));
                });
            });
        },
        asio::use_awaitable_t<Executor>{}, std::move(read));
}

}  // namespace pentad::server
