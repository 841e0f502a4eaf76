#include "tests/load/table.hpp"

#include <nlohmann/json.hpp>

namespace pentad::load {
namespace {

using nlohmann::json;

/// One of the texts in the array `"legal"`; empty when there is none.
std::string_view pick_legal(std::string_view text, std::mt19937_64& random) {
    constexpr std::string_view name = "\"legal\":[";
    const std::size_t at = text.find(name);
    if (at == std::string_view::npos) return {};
    const std::size_t from = at + name.size();
    const std::string_view list = text.substr(from, text.find(']', from) - from);
    if (list.empty()) return {};
    // The text that the place falls into; longer texts are likelier, which does not matter here.
    const std::size_t place = random() % list.size();
    std::size_t begin = list.rfind(',', place);
    begin = begin == std::string_view::npos || begin == 0 ? 0 : begin + 1;
    const std::size_t end = std::min(list.find(',', begin), list.size());
    return list.substr(begin + 1, end - begin - 2);
}

}  // namespace

Table::Table(boost::asio::io_context& io, const Target& target, const Plan& plan, std::uint64_t seed,
             Tally& tally, Guest::Failed failed)
    : plan_(plan), tally_(tally), random_(seed), players_(plan.bot_level == 0 ? 2 : 1) {
    for (std::size_t i = 0; i < players_ + plan.watchers; ++i)
        people_.push_back(std::make_unique<Guest>(io, target, failed));
    for (std::size_t i = 0; i < players_; ++i)
        people_[i]->on_text([this, i](std::string_view text) { heard(i, text); });
}

void Table::enter(Guest::Done done) {
    entered_ = std::move(done);
    for (const auto& one : people_)
        one->enter([this] {
            if (++entered_people_ == people_.size()) std::exchange(entered_, nullptr)();
        });
}

void Table::open(const std::string& game, Guest::Done done) {
    begun_ = std::move(done);
    json data = {{"game", game}, {"seats", {{{"kind", "human"}}, {{"kind", "human"}}}}};
    if (plan_.bot_level != 0) data["seats"][1] = {{"kind", "bot"}, {"level", plan_.bot_level}};
    if (!plan_.size.empty()) data["options"] = {{"size", plan_.size}};
    people_[0]->ask("room.create", {{"data", data}}, [this](const json& room) {
        room_ = room.at("room");
        people_[0]->follow("room:" + room_, room.at("seq"));
        get_ready(0);
        for (std::size_t i = 1; i < people_.size(); ++i) {
            const char* const where = i < players_ ? "any" : "watch";
            people_[i]->ask("room.join", {{"data", {{"room", room_}, {"seat", where}}}},
                            [this, i](const json& joined) {
                                people_[i]->follow("room:" + room_, joined.at("seq"));
                                if (i < players_) get_ready(i);
                            });
        }
    });
}

void Table::get_ready(std::size_t player) {
    people_[player]->ask("room.ready", {{"room", room_}}, [](const json&) {});
}

void Table::heard(std::size_t seat, std::string_view text) {
    if (tally_.counting) tally_.bytes += text.size();
    const std::string_view type = field(text, "type");
    if (type == "match.moved") {
        if (mover_ != 2 && seat != mover_) {
            if (tally_.counting) tally_.to_opponent.add(Clock::now() - moved_due_);
            mover_ = 2;
        }
        take_position(seat, text);
    } else if (type == "ok") {
        if (tally_.counting) {
            tally_.to_ack.add(Clock::now() - ack_due_[seat]);
            ++tally_.moves;
        }
    } else if (type == "match.started") {
        started(seat, text);
    } else if (type == "match.ended" && seat == 0) {
        if (tally_.counting) ++tally_.matches;
        ask_rematch();
    } else if (type == "offer.made" && seat == 1) {
        const json offer = json::parse(text).at("data");
        if (offer.at("kind") == "rematch")
            people_[1]->ask("offer.answer",
                            {{"match", match_}, {"data", {{"offer", offer.at("offer")}, {"accept", true}}}},
                            [](const json&) {});
    }
}

void Table::ask_rematch() {
    mover_ = 2;
    between_matches_ = true;
    people_[0]->ask("offer.make", {{"match", match_}, {"data", {{"kind", "rematch"}}}}, [](const json&) {});
}

void Table::started(std::size_t seat, std::string_view text) {
    const json data = json::parse(text).at("data");
    people_[seat]->unfollow("match:" + match_);
    if (data.at("match") != match_) {
        match_ = data.at("match");
        next_move_.clear();
    }
    people_[seat]->follow("match:" + match_, data.at("seq"));
    seats_[seat] = data.at("seat");
    take_position(seat, text.substr(text.find("\"snapshot\"")));
    if (begun_ && ++begun_players_ == players_) std::exchange(begun_, nullptr)();
}

void Table::take_position(std::size_t seat, std::string_view data) {
    if (field(data, "toMove") != (seats_[seat] == 0 ? "0" : "1")) return;
    const std::string_view move = pick_legal(data, random_);
    if (move.empty()) return;
    between_matches_ = false;
    next_move_ = move;
    next_turn_ = field(data, "turn");
    next_player_ = seat;
    play_if_due();
}

void Table::owe(Clock::time_point due) {
    due_.push_back(due);
    play_if_due();
}

void Table::hurry(bool on) {
    hurried_ = on;
    play_if_due();
}

void Table::play_if_due() {
    if (next_move_.empty() || (due_.empty() && !hurried_)) return;
    if (due_.empty()) due_.push_back(Clock::now());
    moved_due_ = ack_due_[next_player_] = due_.front();
    due_.pop_front();
    mover_ = next_player_;
    Guest& guest = *people_[next_player_];
    std::string text = R"({"type":"move.play","id":)" + std::to_string(guest.next_id()) + R"(,"match":")" +
                       match_ + R"(","data":{"turn":)" + next_turn_ + R"(,"move":")" + next_move_ +
                       R"(","moveId":"m)" + std::to_string(++moves_made_) + R"("}})";
    next_move_.clear();
    guest.tell(std::move(text));
}

}  // namespace pentad::load
