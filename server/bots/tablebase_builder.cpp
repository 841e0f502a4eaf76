#include "server/bots/tablebase_builder.hpp"

#include <spdlog/spdlog.h>
#include <sys/resource.h>
#include <unistd.h>

#include "engine/tablebase.hpp"

namespace pentad::server {

TablebaseBuilder::TablebaseBuilder(std::filesystem::path folder)
    : folder_(std::move(folder)), worker_([this](const std::stop_token& stop) { work(stop); }) {}

TablebaseBuilder::~TablebaseBuilder() = default;

void TablebaseBuilder::ask_for(const engine::Game& game) {
    const std::lock_guard lock(mutex_);
    if (!known_.insert(&game).second) return;
    open_.push_back(&game);
    asked_.notify_one();
}

void TablebaseBuilder::work(const std::stop_token& stop) {
    setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), 19);  // on Linux this thread's alone
    std::unique_lock lock(mutex_);
    while (asked_.wait(lock, stop, [this] { return !open_.empty(); })) {
        const engine::Game& game = *open_.front();
        open_.pop_front();
        lock.unlock();
        for (const auto& size : game.info().sizes.values)
            for (const auto& variant : game.info().variants.values)
                if (engine::Tablebase* table = engine::tablebase_of(game, {size.id, variant.id}))
                    provide(*table, stop);
        lock.lock();
    }
}

void TablebaseBuilder::provide(engine::Tablebase& table, const std::stop_token& stop) const try {
    if (!folder_.empty() && table.open(folder_)) return;
    spdlog::info("building tablebase {}", table.name());
    const auto tell = [](const std::string& progress) { spdlog::debug("{}", progress); };
    const auto built = table.build(folder_, tell, stop);
    if (built)
        spdlog::info("tablebase {} is ready", table.name());
    else if (!stop.stop_requested())
        spdlog::error("tablebase {}: {}", table.name(), built.error());
} catch (const std::exception& error) {  // no memory: the bots search without it
    spdlog::error("tablebase {} cannot be built: {}", table.name(), error.what());
}

}  // namespace pentad::server
