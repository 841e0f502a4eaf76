#include "server/admin/audited_store.hpp"

#include <spdlog/spdlog.h>

#include <boost/asio/post.hpp>

namespace pentad::server {

void AuditedStore::commit(const CommandContext& command, std::vector<Record> records,
                          std::function<std::string()> then) {
    records.push_back(entry(command));
    store_.write(std::move(records), [command, then = std::move(then)](const StoreThread::Outcome& kept) {
        if (!kept) return command.refuse("nothing was done: " + kept.error().text);
        spdlog::info("operator {}: {}", command.who, command.text(0));
        command.answer(then());
    });
}

bool AuditedStore::try_run(std::function<std::function<void()>(Store&)> work) {
    return store_.read([this, work = std::move(work)](Store& store) { boost::asio::post(io_, work(store)); });
}

void AuditedStore::run(const CommandContext& command, std::function<std::function<void()>(Store&)> work) {
    if (!try_run(std::move(work))) command.refuse("too many calls wait for the disk; try again");
}

void AuditedStore::write_entry(const CommandContext& command, StoreThread::Done done) {
    std::vector<Record> records = batch(entry(command));
    store_.write(std::move(records), std::move(done));
}

}  // namespace pentad::server
