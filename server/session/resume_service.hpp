#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "server/metrics/metrics.hpp"
#include "server/session/stream_source.hpp"

namespace pentad::server {

/// Brings a session that comes back up to date with the streams that it follows. On the I/O thread.
class ResumeService {
  public:
    using Seqs = std::map<std::string, std::int64_t>;  ///< by stream key

    /// Streams are resumed in the order of these sources. REQUIRES: all outlive this.
    ResumeService(std::vector<StreamSource*> sources, Metrics& metrics);

    /// Each stream that the session gets, and its last event.
    Seqs streams_of(const Session& session) const;

    struct Resumption {
        std::map<std::string, protocol::Resumed> streams;
        std::vector<Bytes> pushed;  ///< the events to send after the answer
    };
    /// `seen` has the last event that the client has of each stream. A stream gets what was missed, or a
    /// snapshot; one that is neither is `gone`, and the session is not subscribed to it any more.
    Resumption resume(const std::shared_ptr<Session>& session, Seqs seen);
    /// For a client that has nothing of the session's streams yet: snapshots of all.
    Resumption resume_anew(const std::shared_ptr<Session>& session);

  private:
    StreamSource* source_of(const std::string& key) const;

    const std::vector<StreamSource*> sources_;
    Metrics& metrics_;
};

}  // namespace pentad::server
