#include "server/app/data_retention.hpp"

#include <spdlog/spdlog.h>

#include <chrono>

namespace pentad::server {
namespace {

constexpr int batch_size = 500;

}  // namespace

DataRetention::DataRetention(asio::io_context& io, StoreThread& store, const Config& config)
    : store_(store), config_(config), timer_(io, std::chrono::minutes(1), [this] { delete_batch(); }) {}

void DataRetention::delete_batch() {
    const ServerTime now = ServerClock::now();
    if (config_.keep_finished_days > 0) {
        const auto kept = std::chrono::hours(24) * config_.keep_finished_days;
        store_.write(batch(FinishedForgotten{now - kept, batch_size}), [](const auto& result) {
            if (!result) spdlog::error("old matches cannot be deleted: {}", result.error().text);
        });
    }
    if (config_.keep_guests_days > 0) {
        const auto kept = std::chrono::hours(24) * config_.keep_guests_days;
        store_.write(batch(GuestsForgotten{now - kept, batch_size}), [](const auto& result) {
            if (!result) spdlog::error("old guests cannot be deleted: {}", result.error().text);
        });
    }
}

}  // namespace pentad::server
