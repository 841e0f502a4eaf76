#include "server/admin/admin_desk.hpp"
#include "server/bots/bot_keys.hpp"
#include "server/lobby/names.hpp"

#include <boost/asio/post.hpp>

// The desk's part about what is stored: keys of bots, backups.
namespace pentad::server {

void AdminDesk::bot_key(const Errand& errand) {
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
    if (!name) return errand.refuse("this name cannot be used");
    const AuditEntry entry{services_.now(), errand.who, errand.text(0), "done"};
    in_store(errand, [this, errand, entry, what, name = *name](Store& store) -> std::function<void()> {
        const auto fail = [&](const StoreError& error) {
            return [errand, text = error.text] { errand.refuse(text); };
        };
        if (what == "add") {
            auto key = make_bot_key(store, name, entry.at);
            if (!key) return fail(key.error());
            if (const auto kept = store.write(batch(entry)); !kept) return fail(kept.error());
            return [errand, key = *key] { errand.answer(key); };
        }
        const auto revoked = revoke_bot_key(store, name);
        if (!revoked) return fail(revoked.error());
        if (!*revoked) return [errand] { errand.refuse("no bot of this name has a key"); };
        if (const auto kept = store.write(batch(entry)); !kept) return fail(kept.error());
        return [this, errand, name] {
            for (const auto& session : router_.all_sessions())
                if (session->player().kind == protocol::PlayerKind::bot && session->player().name == name)
                    router_.send_away(session->player_id(), 4004, "kicked");
            errand.answer("Its key opens nothing any more.");
        };
    });
}

void AdminDesk::back_up(const Errand& errand) {
    in_store(errand, [this, errand, file = errand.words[1]](Store& store) -> std::function<void()> {
        auto begun = store.back_up(file);
        if (!begun) return [errand, text = begun.error().text] { errand.refuse(text); };
        const auto backup = std::make_shared<std::unique_ptr<Backup>>(std::move(*begun));
        return [this, errand, backup] { back_up_on(errand, backup); };
    });
}

void AdminDesk::back_up_on(const Errand& errand, const std::shared_ptr<std::unique_ptr<Backup>>& backup) {
    in_store(errand, [this, errand, backup](Store&) -> std::function<void()> {
        const auto step = (*backup)->step();
        if (step && !*step) return [this, errand, backup] { back_up_on(errand, backup); };
        backup->reset();
        if (!step) return [errand, text = step.error().text] { errand.refuse(text); };
        return [this, errand] {
            keep(errand, {}, [file = errand.words[1]] { return "The database is copied to " + file + "."; });
        };
    });
}

}  // namespace pentad::server
