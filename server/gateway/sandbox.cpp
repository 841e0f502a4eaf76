#include "server/gateway/sandbox.hpp"

#include "engine/game.hpp"

namespace pentad::server {

using protocol::ErrorCode;

namespace {

template <class Value>
using OrError = tl::expected<Value, protocol::ErrorReply>;

auto refuse(ErrorCode code, std::string text) {
    return tl::unexpected(protocol::ErrorReply{std::nullopt, code, std::move(text), {}});
}

struct Start {
    engine::Board board;
    engine::Position position;
};

OrError<Start> start_from(const std::string& id, const engine::Options& wanted,
                          const std::optional<std::string>& text) {
    const engine::Game* game = engine::find_game(id);
    if (!game) return refuse(ErrorCode::bad_options, "There is no such game.");
    const auto options = game->complete(wanted);
    if (!options) return refuse(ErrorCode::bad_options, options.error());
    if (!text) return Start{game->board(*options), game->initial(*options)};
    auto position = game->decode(*options, *text);
    if (!position) return refuse(ErrorCode::bad_request, position.error());
    return Start{game->board(*options), std::move(*position)};
}

protocol::EnginePosition view(const Start& start) {
    protocol::EnginePosition view;
    view.pos = start.position.encode();
    view.pieces = start.position.pieces();
    view.to_move = start.position.to_move();
    view.hash = engine::fnv1a(view.pos);
    view.legal = start.position.legal_moves();
    if (const auto outcome = start.position.outcome())
        view.result = protocol::Result{outcome->winner, std::string(outcome->reason)};
    view.board = start.board;
    return view;
}

}  // namespace

OrError<protocol::EnginePosition> look_up(const protocol::EngineLegal& request) {
    const auto start = start_from(request.game, request.options, request.pos);
    if (!start) return tl::unexpected(start.error());
    return view(*start);
}

OrError<protocol::EnginePosition> look_up(const protocol::EngineApply& request) {
    auto start = start_from(request.game, request.options, request.pos);
    if (!start) return tl::unexpected(start.error());
    for (const std::string& move : request.moves) {
        auto next = start->position.after(move);
        if (!next) {
            const engine::Refusal& refusal = next.error();
            const bool unreadable = refusal.kind == engine::Refusal::Kind::unreadable;
            return tl::unexpected(protocol::ErrorReply{
                std::nullopt, unreadable ? ErrorCode::bad_move_format : ErrorCode::illegal_move,
                refusal.reason, protocol::IllegalMove{refusal.reason, refusal.rule, refusal.squares}});
        }
        start->position = std::move(*next);
    }
    return view(*start);
}

}  // namespace pentad::server
