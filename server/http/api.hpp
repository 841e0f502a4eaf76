#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "server/bots/analyses.hpp"
#include "server/net/http_response.hpp"
#include "server/room/room_services.hpp"

namespace pentad::server {

/// The read-only API below `/api/v1/`: games, rooms, matches, their records and analyses, and leaderboards. A
/// match that strangers may not watch is not found here, during or after it. On the I/O thread.
class Api {
  public:
    using Done = std::function<void(HttpResponse)>;
    /// Rooms on a page of the list.
    static constexpr int most_rooms = 100;

    explicit Api(RoomServices& services);

    /// `path` is what follows `/api/v1/`, `query` what follows the `?`.
    void answer(std::string_view path, std::string_view query, Done done);

  private:
    HttpResponse rooms(std::string_view query) const;
    /// The first page of the list, cached until the list changes.
    const HttpResponse& first_rooms();
    void answer_match(const std::string& id, Done done);
    void answer_record(const std::string& id, std::string_view query, Done done);
    void answer_analysis(const std::string& id, Done done);
    void answer_leaderboard(std::string_view query, Done done);
    /// Runs `read` on the store's thread and calls `done` with its result.
    void read(std::function<HttpResponse(Store&)> read, Done done);

    RoomServices& services_;
    Analyses analyses_;
    const HttpResponse games_;
    HttpResponse rooms_;
    std::uint64_t rooms_version_ = 0;
};

}  // namespace pentad::server
