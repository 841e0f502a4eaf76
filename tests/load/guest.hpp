#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "tests/load/link.hpp"

namespace pentad::load {

/// One player on one link: says hello, asks, and comes back after a cut. Setting up goes through JSON trees;
/// what comes while moves are made is handed on as it came, for a generator must cost less than the server.
/// Everything runs on the thread of the io_context. A request that is refused, and a link that the server
/// ends, end the run: `failed` hears why.
class Guest final : public LinkOwner {
  public:
    using Done = std::function<void()>;
    using Reply = std::function<void(const nlohmann::json& data)>;
    using Heard = std::function<void(std::string_view text)>;
    using Failed = std::function<void(const std::string& why)>;

    Guest(boost::asio::io_context& io, const Target& target, Failed failed);
    ~Guest();

    /// Connects and says hello as a new guest.
    void enter(Done done);
    /// What the next hello is answered with.
    void on_welcome(Reply reply) { welcome_ = std::move(reply); }
    /// Every event as it came, and the answers to what `tell` sent.
    void on_text(Heard heard) { heard_ = std::move(heard); }
    /// Sends a request; `reply` gets the answer's data.
    void ask(std::string_view type, const nlohmann::json& envelope, Reply reply);
    /// Sends a request made by the caller under a number from `next_id`; its answer goes to on_text.
    void tell(std::string text) { link_->send(std::move(text)); }
    std::int64_t next_id() { return ++last_id_; }

    /// The last event seen of a stream that a snapshot begins.
    void follow(std::string stream, std::int64_t seq) { seen_[std::move(stream)] = seq; }
    void unfollow(const std::string& stream) { seen_.erase(stream); }

    /// Breaks the link without a word.
    void cut();
    /// Comes back to the same session over a new link, with all that was seen on the old one.
    void resume(Done done);

  private:
    void opened() override;
    void received(std::string_view text) override;
    void closed(const std::string& why) override;
    void hello(const nlohmann::json& auth, Done done);
    void note_stream(std::string_view text);

    boost::asio::io_context& io_;
    Target target_;
    Failed failed_;
    Heard heard_;
    Reply welcome_;
    std::shared_ptr<Link> link_;
    Done opened_;
    std::map<std::int64_t, Reply> open_;
    std::int64_t last_id_ = 0;
    std::string session_;
    std::string token_;
    std::map<std::string, std::int64_t, std::less<>> seen_;  ///< stream -> last seq
};

/// The text of a field of a JSON object that the server wrote: from behind `"name":` to before the comma or
/// bracket that ends a number, or without its quotes a text that holds none. Empty when there is no such
/// field. Looks at the first place with this name.
std::string_view field(std::string_view text, std::string_view name);

}  // namespace pentad::load
