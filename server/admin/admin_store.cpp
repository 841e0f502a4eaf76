#include "server/admin/admin_commands.hpp"
#include "server/bots/bot_keys.hpp"
#include "server/moderation/name_policy.hpp"

#include <spdlog/spdlog.h>

#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>

// The desk's part about what is stored: keys of bots, backups.
namespace pentad::server {
namespace {

bool is_below(const std::filesystem::path& folder, const std::filesystem::path& file) {
    std::error_code not_there;
    for (auto above = file.parent_path(); above.has_relative_path(); above = above.parent_path())
        if (std::filesystem::equivalent(above, folder, not_there)) return true;
    return false;
}

}  // namespace

void AdminCommands::bot_key(const CommandContext& errand) {
    const std::string what = errand.words[1];
    if (what == "list")
        return in_store(errand, [errand](Store& store) -> std::function<void()> {
            const auto bots = store.players_of_kind(std::string(bot_kind));
            if (!bots) return [errand, text = bots.error().text] { errand.refuse(text); };
            return [errand, text = bot_list(*bots)] { errand.done({0, text}); };
        });
    if ((what != "add" && what != "revoke") || errand.words.size() != 3)
        return errand.refuse("bot-key is followed by add NAME, revoke NAME or list");
    const auto name = acceptable_name(errand.words[2]);
    if (!name) return errand.refuse("this name cannot be used: " + sentence_of(name.error()));
    const AuditEntry entry{services_.now(), errand.who, errand.text(0), "done"};
    in_store(errand, [this, errand, entry, what, name = *name](Store& store) -> std::function<void()> {
        const auto fail = [&](const StoreError& error) {
            return [errand, text = error.text] { errand.refuse(text); };
        };
        if (what == "add") {
            auto key = make_bot_key(store, name, entry);
            if (!key) return fail(key.error());
            return [errand, key = *key] { errand.answer(key); };
        }
        const auto revoked = revoke_bot_key(store, name, entry);
        if (!revoked) return fail(revoked.error());
        if (!*revoked) return [errand] { errand.refuse("no bot of this name has a key"); };
        return [this, errand, bot = **revoked] {
            // By whatever name it is shown.
            router_.send_away(bot, 4004, "kicked");
            errand.answer("Its key opens nothing any more.");
        };
    });
}

void AdminCommands::back_up(const CommandContext& wanted) {
    const std::filesystem::path file = (data_ / wanted.words[1]).lexically_normal();
    // The server may see other files than its operator: a unit and a container give it a /tmp of its own.
    if (!is_below(data_, file))
        return wanted.refuse("a backup is written below the data folder, " + data_.string() +
                             ", and to nowhere else; copy it from there");
    // Two would take turns on the store's thread, and may have been told the same name.
    if (backing_up_) return wanted.refuse("a backup is being made; wait for its end");
    backing_up_ = true;
    CommandContext errand = wanted;
    errand.done = [this, done = wanted.done](AdminAnswer answer) {
        backing_up_ = false;
        done(std::move(answer));
    };
    errand.words[1] = file.string();
    in_store(errand, [this, errand](Store& store) -> std::function<void()> {
        auto begun = store.back_up(errand.words[1]);
        if (!begun) return [errand, text = begun.error().text] { errand.refuse(text); };
        const auto backup = std::make_shared<std::unique_ptr<Backup>>(std::move(*begun));
        return [this, errand, backup] { back_up_on(errand, backup); };
    });
}

void AdminCommands::back_up_on(const CommandContext& errand,
                               const std::shared_ptr<std::unique_ptr<Backup>>& backup) {
    const bool taken = services_.store.read([this, errand, backup](Store&) {
        const auto step = (*backup)->step();
        if (step && !*step)
            return boost::asio::post(services_.io, [this, errand, backup] { back_up_later(errand, backup); });
        backup->reset();
        if (!step)
            return boost::asio::post(services_.io,
                                     [errand, text = step.error().text] { errand.refuse(text); });
        boost::asio::post(services_.io, [this, errand] { backed_up(errand); });
    });
    // As many reads wait as may. To give up here would end the copy on this thread, which is not the store's.
    if (!taken) back_up_later(errand, backup);
}

/// The copy is there, even of a store that takes no writes any more and so has no place for the audit entry.
void AdminCommands::backed_up(const CommandContext& errand) {
    std::vector<Record> entry = batch(AuditEntry{services_.now(), errand.who, errand.text(0), "done"});
    services_.store.write(std::move(entry), [errand](const StoreThread::Outcome& kept) {
        spdlog::info("operator {}: {}", errand.who, errand.text(0));
        errand.answer("The database is copied to " + errand.words[1] + "." +
                      (kept ? "" : " It takes no writes: the audit log does not tell of this copy."));
    });
}

void AdminCommands::back_up_later(const CommandContext& errand,
                                  const std::shared_ptr<std::unique_ptr<Backup>>& backup) {
    const auto pause =
        std::make_shared<boost::asio::steady_timer>(services_.io, std::chrono::milliseconds(5));
    pause->async_wait([this, errand, backup, pause](boost::system::error_code error) {
        if (!error) back_up_on(errand, backup);
    });
}

}  // namespace pentad::server
