#include "server/session/unsaved_guests.hpp"

#include <algorithm>
#include <cassert>
#include <iterator>
#include <type_traits>
#include <utility>

namespace pentad::server {
namespace {

/// Calls `name` with each player that the record names and that has to be stored for it to be read again.
template <class Name>
void each_player(const Record& record, const Name& name) {
    std::visit(
        [&](const auto& what) {
            using What = std::decay_t<decltype(what)>;
            if constexpr (std::is_same_v<What, StoredPlayer>) {
                name(what.id);
            } else if constexpr (std::is_same_v<What, StoredSession> || std::is_same_v<What, NameKept>) {
                name(what.player);
            } else if constexpr (std::is_same_v<What, StoredRoom>) {
                name(what.host);
                for (const StoredChair& chair : what.chairs) name(chair.player);
            } else if constexpr (std::is_same_v<What, MatchSetup>) {
                for (const MatchSeat& seat : what.seats) name(seat.player);
            } else if constexpr (std::is_same_v<What, Sanction>) {
                if (what.kind != Sanction::Kind::ban_address) name(PlayerId{what.target});
            } else if constexpr (std::is_same_v<What, Block> || std::is_same_v<What, Report>) {
                name(what.by);
                name(what.player);
            }
        },
        record);
}

}  // namespace

UnsavedGuests::UnsavedGuests(SessionsOf sessions_of) : sessions_of_(std::move(sessions_of)) {}

void UnsavedGuests::add(StoredPlayer player, bool chose_name) {
    guests_->by_token[player.token_hash] = player.id;
    PlayerId id = player.id;
    guests_->by_id[std::move(id)] = {std::move(player), chose_name, false};
}

void UnsavedGuests::forget(const PlayerId& id) { guests_->erase(id); }

void UnsavedGuests::Guests::erase(const PlayerId& id) {
    const auto guest = by_id.find(id);
    if (guest == by_id.end()) return;
    by_token.erase(guest->second.player.token_hash);
    by_id.erase(guest);
}

const StoredPlayer* UnsavedGuests::find(const PlayerId& id) const {
    const auto guest = guests_->by_id.find(id);
    return guest == guests_->by_id.end() ? nullptr : &guest->second.player;
}

const StoredPlayer* UnsavedGuests::find_by_token(const std::string& token_hash) const {
    const auto id = guests_->by_token.find(token_hash);
    return id == guests_->by_token.end() ? nullptr : find(id->second);
}

bool UnsavedGuests::chose_name(const PlayerId& id) const {
    assert(find(id));
    return guests_->by_id.at(id).chose_name;
}

bool UnsavedGuests::has_nothing_to_keep(const PlayerId& id) const {
    const auto guest = guests_->by_id.find(id);
    return guest != guests_->by_id.end() && !guest->second.to_keep;
}

void UnsavedGuests::complete(std::vector<Record>& records, StoreThread::Done& done) {
    if (guests_->by_id.empty()) return;
    std::vector<PlayerId> named;
    for (const Record& record : records)
        each_player(record, [&](const PlayerId& id) {
            if (find(id) && std::find(named.begin(), named.end(), id) == named.end()) named.push_back(id);
        });
    if (named.empty()) return;
    std::vector<Record> all;
    for (const PlayerId& id : named) {
        Guest& guest = guests_->by_id.at(id);
        guest.to_keep = true;
        all.emplace_back(guest.player);
        for (StoredSession& session : sessions_of_(id)) all.emplace_back(std::move(session));
    }
    std::move(records.begin(), records.end(), std::back_inserter(all));
    records = std::move(all);
    done = [guests = guests_, named = std::move(named),
            told = std::move(done)](const StoreThread::Outcome& outcome) {
        // Otherwise the next record that names them stores them.
        if (outcome)
            for (const PlayerId& id : named) guests->erase(id);
        told(outcome);
    };
}

}  // namespace pentad::server
