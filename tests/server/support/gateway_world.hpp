#pragma once

#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "server/app/client_side.hpp"
#include "tests/server/support/room_world.hpp"

namespace pentad::server {

/// A room world with the gateway in front of it: everything but sockets.
struct GatewayWorld {
    explicit GatewayWorld(Config wanted = {}, std::unique_ptr<Store> store = make_memory_store(),
                          BotScheduler::Search search = {})
        : config(unlimited(std::move(wanted))),
          rooms(std::move(search), std::move(store)),
          external_bots(rooms.services.rooms),
          clients(with_bots(rooms.services, external_bots), external_bots, config) {}

    Config config;
    RoomWorld rooms;
    ExternalBots external_bots;
    ClientSide clients;

  private:
    static Config unlimited(Config config) {
        config.frames_per_second = 0;
        return config;
    }
    static RoomServices& with_bots(RoomServices& services, ExternalBots& bots) {
        services.external_bots = &bots;
        return services;
    }
};

/// A client over a connection of its own.
class Caller {
  public:
    explicit Caller(GatewayWorld& world, protocol::Auth auth = protocol::GuestAuth{})
        : Caller(world, nullptr) {
        hello = request<protocol::HelloOk>(said_hello(std::move(auth)));
    }
    /// Has not said hello yet.
    Caller(GatewayWorld& world, std::nullptr_t, const std::string& address = "192.0.2.1")
        : world_(world), connection_(std::make_shared<RecordingConnection>(address)) {
        world_.clients.gateway.opened(connection_);
    }
    static Caller from(GatewayWorld& world, const std::string& address) {
        Caller caller(world, nullptr, address);
        caller.hello = caller.request<protocol::HelloOk>(said_hello(protocol::GuestAuth{}));
        return caller;
    }
    static protocol::Hello said_hello(protocol::Auth auth) { return {{1}, "test", "1", std::move(auth), ""}; }
    static Caller named(GatewayWorld& world, const std::string& name) {
        return Caller(world, protocol::GuestAuth{name});
    }

    protocol::HelloOk hello;
    const std::string& player() const { return hello.player.id; }
    /// The code that the server closed the connection with.
    std::optional<std::uint16_t> closed() const { return connection_->closed; }

    protocol::RequestId send(protocol::ClientMessage message, std::string room = "", std::string match = "") {
        protocol::Request request{next_id_++, std::move(room), std::move(match), std::move(message)};
        world_.clients.gateway.received(*connection_, protocol::encode(request), world_.rooms.now);
        return request.id;
    }
    template <class Body>
    tl::expected<Body, protocol::ErrorReply> try_request(protocol::ClientMessage message,
                                                         std::string room = "", std::string match = "") {
        return answer<Body>(send(std::move(message), std::move(room), std::move(match)));
    }
    template <class Body>
    tl::expected<Body, protocol::ErrorReply> answer(const protocol::RequestId& id) {
        world_.rooms.settle();
        return answer_so_far<Body>(id);
    }
    /// REQUIRES: it has arrived.
    template <class Body>
    tl::expected<Body, protocol::ErrorReply> answer_so_far(const protocol::RequestId& id) {
        read();
        const auto reply = replies_.find(std::get<std::int64_t>(id));
        if (reply == replies_.end()) throw std::runtime_error("no answer");
        if (!reply->second) return tl::unexpected(reply->second.error());
        return *protocol::read_ok<Body>(*reply->second);
    }
    template <class Body = protocol::Empty>
    Body request(protocol::ClientMessage message, std::string room = "", std::string match = "") {
        auto body = try_request<Body>(std::move(message), std::move(room), std::move(match));
        if (!body) throw std::runtime_error("refused: " + std::string(protocol::name(body.error().code)));
        return std::move(*body);
    }
    template <class Body = protocol::Empty>
    std::string refusal(protocol::ClientMessage message, std::string room = "", std::string match = "") {
        const auto body = try_request<Body>(std::move(message), std::move(room), std::move(match));
        return body ? "accepted" : std::string(protocol::name(body.error().code));
    }
    const std::vector<protocol::Event>& events() {
        world_.rooms.settle();
        read();
        return events_;
    }
    template <class Body>
    std::vector<Body> heard() {
        std::vector<Body> found;
        for (const protocol::Event& event : events())
            if (const auto* body = std::get_if<Body>(&event.body)) found.push_back(*body);
        return found;
    }
    void forget() {
        events();
        events_.clear();
    }

    /// The connection breaks.
    void cut() {
        world_.clients.gateway.closing(*connection_);
        world_.clients.gateway.closed(*connection_);
        world_.rooms.settle();
    }

  private:
    void read() {
        for (; read_ < connection_->sent.size(); ++read_) {
            auto message = protocol::decode_server_message(*connection_->sent[read_]);
            if (!message) throw std::runtime_error("not a message: " + message.error());
            if (auto* event = std::get_if<protocol::Event>(&*message)) {
                events_.push_back(std::move(*event));
                continue;
            }
            const auto* ok = std::get_if<protocol::OkReply>(&*message);
            const auto* error = std::get_if<protocol::ErrorReply>(&*message);
            const auto id = std::get<std::int64_t>(ok ? ok->re : error->re.value());
            const bool first = ok ? replies_.emplace(id, ok->data_json).second
                                  : replies_.emplace(id, tl::unexpected(*error)).second;
            if (!first) throw std::runtime_error("a second answer");
        }
    }

    GatewayWorld& world_;
    std::shared_ptr<RecordingConnection> connection_;
    std::size_t read_ = 0;
    std::int64_t next_id_ = 1;
    std::vector<protocol::Event> events_;
    std::map<std::int64_t, tl::expected<std::string, protocol::ErrorReply>> replies_;
};

}  // namespace pentad::server
