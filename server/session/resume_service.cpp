#include "server/session/resume_service.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

namespace pentad::server {
namespace {

/// Half of what a connection may have waiting; a client that missed more gets the rest as `gone` and
/// subscribes again.
constexpr std::size_t max_messages = Connection::max_waiting_messages / 2;
constexpr std::size_t max_bytes = Connection::max_waiting_bytes / 2;

/// A stream of which the client has nothing.
constexpr std::int64_t nothing_seen = -1;

/// What will be pushed, within its bounds.
class CatchUp {
  public:
    explicit CatchUp(Session& session) : session_(session) {}

    /// Everything after `seen` if that is still kept, or else a snapshot.
    protocol::Resumed follow(StreamSource& source, const std::string& key, std::int64_t seen) {
        const EventStream* stream = source.find(session_, key);
        if (stream == nullptr || !stream->has(session_)) return protocol::Resumed::gone;
        if (auto missed = stream->missed(session_, seen); missed && add(std::move(*missed)))
            return protocol::Resumed::replay;
        protocol::Event event = source.snapshot(session_, key);
        event.seq = stream->seq();
        event.ts = to_wire(ServerClock::now());
        return add({to_bytes(protocol::encode(event))}) ? protocol::Resumed::snapshot
                                                        : protocol::Resumed::gone;
    }

    std::vector<Bytes> take() { return std::move(pushed_); }

  private:
    /// As on a connection, the last message may have any size: a full lobby has to come through.
    bool add(std::vector<Bytes> messages) {
        if (pushed_.size() + messages.size() > max_messages || bytes_ > max_bytes) return false;
        for (const Bytes& one : messages) bytes_ += one->size();
        std::move(messages.begin(), messages.end(), std::back_inserter(pushed_));
        return true;
    }

    Session& session_;
    std::vector<Bytes> pushed_;
    std::size_t bytes_ = 0;
};

}  // namespace

ResumeService::ResumeService(std::vector<StreamSource*> sources, Metrics& metrics)
    : sources_(std::move(sources)), metrics_(metrics) {}

ResumeService::Seqs ResumeService::streams_of(const Session& session) const {
    Seqs seqs;
    for (const StreamSource* source : sources_) source->add_streams(session, seqs);
    return seqs;
}

StreamSource* ResumeService::source_of(const std::string& key) const {
    const auto found = std::find_if(sources_.begin(), sources_.end(),
                                    [&](const StreamSource* source) { return source->has_key(key); });
    return found == sources_.end() ? nullptr : *found;
}

ResumeService::Resumption ResumeService::resume(const std::shared_ptr<Session>& session, Seqs seen) {
    if (session->follows_anew())
        for (auto& [key, seq] : seen) {
            if (StreamSource* source = source_of(key)) source->resubscribe(session, key);
            // The numbers from before the restart say nothing about those of now.
            seq = nothing_seen;
        }
    // The client does not know of streams that began meanwhile, or in an answer that was lost.
    for (const auto& [key, seq] : streams_of(*session)) seen.emplace(key, nothing_seen);
    Resumption done;
    CatchUp catch_up(*session);
    for (const auto& [key, seq] : seen) done.streams[key] = protocol::Resumed::gone;
    for (StreamSource* source : sources_)
        for (const auto& [key, seq] : seen)
            if (source->has_key(key)) done.streams[key] = catch_up.follow(*source, key, seq);
    constexpr std::array<const char*, 3> words{"replay", "snapshot", "gone"};
    for (const auto& [key, how] : done.streams) {
        metrics_.resumed(words.at(static_cast<std::size_t>(how)));
        if (how != protocol::Resumed::gone) continue;
        if (StreamSource* source = source_of(key)) source->unsubscribe(*session, key);
    }
    done.pushed = catch_up.take();
    return done;
}

ResumeService::Resumption ResumeService::resume_anew(const std::shared_ptr<Session>& session) {
    Seqs streams = streams_of(*session);
    for (auto& [key, seen] : streams) seen = nothing_seen;
    return resume(session, std::move(streams));
}

}  // namespace pentad::server
