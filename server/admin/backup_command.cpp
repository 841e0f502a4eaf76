#include "server/admin/backup_command.hpp"

#include <spdlog/spdlog.h>

#include <boost/asio/steady_timer.hpp>

namespace pentad::server {
namespace {

/// Moves are stored between two steps.
constexpr std::chrono::milliseconds between_steps{5};

bool is_below(const std::filesystem::path& folder, const std::filesystem::path& file) {
    std::error_code not_there;
    for (auto above = file.parent_path(); above.has_relative_path(); above = above.parent_path())
        if (std::filesystem::equivalent(above, folder, not_there)) return true;
    return false;
}

}  // namespace

void BackupCommand::start(const CommandContext& wanted) {
    const std::filesystem::path file = (data_ / wanted.words[1]).lexically_normal();
    // The server may see other files than its operator: a unit and a container give it a /tmp of its own.
    if (!is_below(data_, file))
        return wanted.refuse("a backup is written below the data folder, " + data_.string() +
                             ", and to nowhere else; copy it from there");
    // Two would take turns on the store's thread, and may have been told the same name.
    if (running_) return wanted.refuse("a backup is being made; wait for its end");
    running_ = true;
    CommandContext command = wanted;
    command.done = [this, done = wanted.done](AdminAnswer answer) {
        running_ = false;
        done(std::move(answer));
    };
    command.words[1] = file.string();
    store_.run(command, [this, command](Store& store) -> std::function<void()> {
        auto begun = store.back_up(command.words[1]);
        if (!begun) return [command, text = begun.error().text] { command.refuse(text); };
        const auto backup = std::make_shared<std::unique_ptr<Backup>>(std::move(*begun));
        return [this, command, backup] { step(command, backup); };
    });
}

void BackupCommand::step(const CommandContext& command, const BackupPtr& backup) {
    const bool taken = store_.try_run([this, command, backup](Store&) -> std::function<void()> {
        const auto done = (*backup)->step();
        if (done && !*done) return [this, command, backup] { step_later(command, backup); };
        backup->reset();
        if (!done) return [command, text = done.error().text] { command.refuse(text); };
        return [this, command] { finish(command); };
    });
    // As many calls wait as may. To give up here would end the copy on this thread, which is not the store's.
    if (!taken) step_later(command, backup);
}

void BackupCommand::step_later(const CommandContext& command, const BackupPtr& backup) {
    const auto pause = std::make_shared<boost::asio::steady_timer>(store_.io(), between_steps);
    pause->async_wait([this, command, backup, pause](boost::system::error_code error) {
        if (!error) step(command, backup);
    });
}

/// The copy is there, even of a store that takes no writes any more and so has no place for the audit entry.
void BackupCommand::finish(const CommandContext& command) {
    store_.write_entry(command, [command](const StoreThread::Outcome& kept) {
        spdlog::info("operator {}: {}", command.who, command.text(0));
        command.answer("The database is copied to " + command.words[1] + "." +
                       (kept ? "" : " It takes no writes: this copy is not in the audit log."));
    });
}

}  // namespace pentad::server
