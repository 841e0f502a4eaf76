#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "server/bots/analyses.hpp"
#include "server/net/http_site.hpp"
#include "server/room/room_services.hpp"

namespace pentad::server {

/// What is below `/api/v1/`: games, rooms, matches, their records and analyses, and the strongest players,
/// all for reading. A match that strangers might not watch is not found here, neither while it is played nor
/// after. On the I/O thread.
class Api {
  public:
    using Done = std::function<void(HttpResponse)>;
    /// On a page of the list of rooms.
    static constexpr int most_rooms = 100;

    explicit Api(RoomServices& services);

    /// `path` is what stands behind `/api/v1/`, `query` what stands behind the `?`.
    void answer(std::string_view path, std::string_view query, Done done);

  private:
    HttpResponse rooms(std::string_view query) const;
    /// The list's first page. Written once for as long as it stays the same, however many ask.
    const HttpResponse& first_rooms();
    void answer_match(const std::string& id, Done done);
    void answer_record(const std::string& id, std::string_view query, Done done);
    void answer_analysis(const std::string& id, Done done);
    void answer_leaderboard(std::string_view query, Done done);
    /// Calls `done` with what `read` makes of the store, which runs on the store's thread.
    void read(std::function<HttpResponse(Store&)> read, Done done);

    RoomServices& services_;
    Analyses analyses_;
    const HttpResponse games_;
    HttpResponse rooms_;
    std::uint64_t rooms_version_ = 0;
};

}  // namespace pentad::server
