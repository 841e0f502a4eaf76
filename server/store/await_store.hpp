#pragma once

#include <boost/asio/async_result.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/post.hpp>
#include <memory>
#include <utility>
#include <vector>

#include "server/base/executor.hpp"
#include "server/store/store_thread.hpp"

/// Awaiting the store's thread in coroutines of the I/O thread.
namespace pentad::server {

/// Returns when the records are durable, or with the error. REQUIRES: `store` posts to this loop.
inline Awaitable<StoreThread::Outcome> stored(StoreThread& store, std::vector<Record> records) {
    return asio::async_initiate<const asio::use_awaitable_t<Executor>&, void(StoreThread::Outcome)>(
        [&store](auto handler, std::vector<Record> all) {
            auto shared = std::make_shared<decltype(handler)>(std::move(handler));
            store.write(std::move(all), [shared = std::move(shared)](const StoreThread::Outcome& outcome) {
                std::move (*shared)(outcome);
            });
        },
        asio::use_awaitable_t<Executor>{}, std::move(records));
}

/// Runs `read(Store&)` on the store's thread and returns its result, or an error if the queue is full.
template <class Value>
Awaitable<tl::expected<Value, StoreError>> read_from(
    asio::io_context& io, StoreThread& store, std::function<tl::expected<Value, StoreError>(Store&)> read) {
    using Result = tl::expected<Value, StoreError>;
    return asio::async_initiate<const asio::use_awaitable_t<Executor>&, void(Result)>(
        [&io, &store](auto handler, std::function<Result(Store&)> wanted) {
            auto shared = std::make_shared<decltype(handler)>(std::move(handler));
            const auto finish = [&io, shared](Result result) {
                asio::post(io, [shared, result = std::move(result)]() mutable {
                    std::move (*shared)(std::move(result));
                });
            };
            const bool taken =
                store.read([finish, wanted = std::move(wanted)](Store& opened) { finish(wanted(opened)); });
            if (!taken) finish(tl::unexpected(StoreError{"too many reads are waiting"}));
        },
        asio::use_awaitable_t<Executor>{}, std::move(read));
}

}  // namespace pentad::server
