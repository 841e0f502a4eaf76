#include "server/bots/analyses.hpp"

#include <algorithm>
#include <boost/asio/post.hpp>
#include <cassert>
#include <cmath>

namespace pentad::server {
namespace {

/// Names these jobs in the pool; all of them share one payer's turns.
const std::string asker = "analysis";

int hundredths(double score) { return static_cast<int>(std::lround(std::clamp(score, -1e7, 1e7) * 100)); }

}  // namespace

const protocol::MatchAnalysis* Analyses::find(const MatchId& match) const {
    const auto known = all_.find(match);
    return known == all_.end() ? nullptr : &known->second.found;
}

bool Analyses::begin(const Match& match) {
    assert(match.result());
    const MatchId id = match.setup().id;
    if (all_.contains(id)) return true;
    const auto open =
        std::count_if(all_.begin(), all_.end(), [](const auto& one) { return !one.second.found.done; });
    if (static_cast<std::size_t>(open) >= most_open) return false;
    if (order_.size() >= most_kept) {
        const auto oldest = std::find_if(order_.begin(), order_.end(),
                                         [&](const MatchId& one) { return all_.at(one).found.done; });
        all_.erase(*oldest);
        order_.erase(oldest);
    }
    Work work;
    work.found.match = id.text;
    work.found.game = match.setup().game;
    work.found.plies = static_cast<int>(match.ply());
    work.positions.push_back(match.game().initial(match.setup().options));
    for (const Moved& moved : match.line()) {
        work.moves.push_back(moved.move);
        work.positions.push_back(work.positions.back().after(moved.move).value());
    }
    order_.push_back(id);
    look_at_next(all_.emplace(id, std::move(work)).first->second);
    return true;
}

void Analyses::look_at_next(Work& work) {
    // The last position is analysed only for what the last move has cost.
    if (work.next >= work.positions.size() || work.moves.empty()) {
        work.found.done = true;
        work.positions.clear();
        return;
    }
    const engine::Position& position = work.positions[work.next];
    if (position.outcome()) {
        const bool won = position.outcome()->winner == position.to_move();
        const double score = position.evaluate(position.to_move());
        judge_last(work, {position.outcome()->winner ? score : 0, won ? 1 : -1, true});
        ++work.next;
        return look_at_next(work);
    }
    BotJob job{MatchId{work.found.match}, static_cast<std::int64_t>(work.next), position, {level, 0, 0}};
    job.rank = BotRank::analysis;
    job.payer = asker;
    job.asker = asker;
    bots_.think(std::move(job), [this, &io = io_](BotAnswer answer) {
        asio::post(io, [this, answer = std::move(answer)] { found(answer); });
    });
}

void Analyses::found(const BotAnswer& answer) {
    const auto known = all_.find(answer.match);
    if (known == all_.end()) return;
    Work& work = known->second;
    if (answer.turned_away || answer.fallback) {
        // No analysis is better than a bad one. The next request begins again.
        std::erase(order_, known->first);
        all_.erase(known);
        return;
    }
    judge_last(work, {answer.score, answer.forced_end, false});
    if (work.next < work.moves.size()) {
        protocol::AnalysedMove move;
        move.turn = static_cast<int>(work.next);
        move.seat = work.positions[work.next].to_move();
        move.move = work.moves[work.next];
        move.best = answer.move;
        move.line = answer.line;
        move.score = hundredths(answer.score);
        if (answer.forced_end != 0) move.forced_end = answer.forced_end;
        work.found.moves.push_back(std::move(move));
    }
    ++work.next;
    look_at_next(work);
}

void Analyses::judge_last(Work& work, const Worth& after) {
    if (work.next == 0) return;
    protocol::AnalysedMove& move = work.found.moves.back();
    if (move.move == move.best) return;
    // The other side is to move now. No side moves twice in a row in any game.
    move.loss = std::max(0, move.score + hundredths(after.score));
    const int best = move.forced_end.value_or(0);
    const bool lost_now = after.forced_end > 0;
    const bool won_now = after.forced_end < 0;
    move.blunder = (best > 0 && !won_now) || (best >= 0 && lost_now);
}

}  // namespace pentad::server
