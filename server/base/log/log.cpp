#include "server/base/log/log.hpp"

#include <spdlog/async_logger.h>
#include <spdlog/details/os.h>
#include <spdlog/details/thread_pool.h>
#include <spdlog/sinks/sink.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <atomic>
#include <condition_variable>
#include <iterator>
#include <mutex>
#include <string_view>
#include <utility>

#include "server/base/log/log_format.hpp"
#include "server/base/log/log_output.hpp"

namespace pentad::server {
namespace {

using Clock = LogOutput::Clock;
using Pool = spdlog::details::thread_pool;

std::string_view colour(spdlog::level::level_enum level) {
    switch (level) {
        case spdlog::level::trace:
        case spdlog::level::debug:
            return "\x1b[36m";
        case spdlog::level::info:
            return "\x1b[32m";
        case spdlog::level::warn:
            return "\x1b[33m\x1b[1m";
        default:
            return "\x1b[31m\x1b[1m";
    }
}

/// Writes lines, on the log's thread. Blocks that thread while nobody reads.
class LogSink final : public spdlog::sinks::sink {
  public:
    explicit LogSink(const std::string& format)
        : output_(STDERR_FILENO),
          formatter_(log_formatter(format)),
          coloured_(output_.is_terminal() && spdlog::details::os::is_color_terminal()) {}

    /// The queue that lines come from; null while the log ends.
    void comes_from(Pool* pool) {
        const std::lock_guard lock(pool_mutex_);
        if (pool_ != nullptr) overrun_ = pool_->overrun_counter();
        pool_ = pool;
    }
    void give_up_at(Clock::time_point when) { give_up_at_ = when; }
    /// Thread-safe.
    std::uint64_t dropped() {
        const std::lock_guard lock(pool_mutex_);
        if (pool_ != nullptr) overrun_ = pool_->overrun_counter();
        return overrun_ + unwritten_;
    }

    void log(const spdlog::details::log_msg& message) override {
        const std::lock_guard lock(mutex_);
        if (const std::uint64_t all = dropped(); all > told_) {
            const std::string text =
                std::to_string(all - told_) + " log lines dropped: the reader is too slow";
            if (write({message.logger_name, spdlog::level::warn, text})) told_ = all;
        }
        if (!write(message)) ++unwritten_;
    }

    void flush() override {
        {
            const std::lock_guard lock(flush_mutex_);
            ++flushes_;
        }
        flushed_.notify_all();
    }
    /// Returns when everything logged before is written, or after the timeout.
    void flush(spdlog::logger& logger, Clock::duration timeout) {
        std::unique_lock lock(flush_mutex_);
        const int before = flushes_;
        lock.unlock();
        logger.flush();
        lock.lock();
        flushed_.wait_for(lock, timeout, [&] { return flushes_ != before; });
    }

    void set_pattern(const std::string&) override {}
    void set_formatter(std::unique_ptr<spdlog::formatter>) override {}

  private:
    bool write(const spdlog::details::log_msg& message) {
        spdlog::memory_buf_t line;
        formatter_->format(message, line);
        const std::string_view plain(line.data(), line.size());
        if (!coloured_ || message.color_range_end <= message.color_range_start)
            return output_.write(plain, give_up_at_);
        std::string shown(plain.substr(0, message.color_range_start));
        shown += colour(message.level);
        shown += plain.substr(message.color_range_start, message.color_range_end - message.color_range_start);
        shown += "\x1b[0m";
        shown += plain.substr(message.color_range_end);
        return output_.write(shown, give_up_at_);
    }

    std::mutex mutex_;  ///< guards what log() uses
    LogOutput output_;
    const std::unique_ptr<spdlog::formatter> formatter_;
    const bool coloured_;
    std::uint64_t told_ = 0;

    std::mutex pool_mutex_;  ///< guards the next two
    // Not shared: the log's thread could hold the last reference and would have to join itself.
    Pool* pool_ = nullptr;
    std::uint64_t overrun_ = 0;                 ///< dropped by the queue
    std::atomic<std::uint64_t> unwritten_ = 0;  ///< not written in time
    std::atomic<Clock::time_point> give_up_at_ = Clock::time_point::max();

    std::mutex flush_mutex_;
    std::condition_variable flushed_;
    int flushes_ = 0;
};

constexpr std::chrono::seconds announcement_timeout{1};

/// The sink of the newest log.
class Newest {
  public:
    std::shared_ptr<LogSink> get() {
        const std::lock_guard lock(mutex_);
        return sink_;
    }
    void set(std::shared_ptr<LogSink> sink) {
        const std::lock_guard lock(mutex_);
        sink_ = std::move(sink);
    }

  private:
    std::mutex mutex_;
    std::shared_ptr<LogSink> sink_;
};
Newest newest;

void tell(int descriptor, spdlog::level::level_enum level, const std::string& text,
          const std::string& format) {
    spdlog::memory_buf_t line;
    if (format == "json")
        log_formatter(format)->format({"pentad", level, text}, line);
    else
        fmt::format_to(std::back_inserter(line), "{}\n", text);
    LogOutput(descriptor).write({line.data(), line.size()}, announcement_timeout);
}

std::shared_ptr<spdlog::logger> at_level(std::shared_ptr<spdlog::logger> logger,
                                         spdlog::level::level_enum level) {
    logger->set_level(level);
    // By default spdlog writes its own errors to stderr, and may block there.
    logger->set_error_handler([](const std::string&) {});
    return logger;
}

}  // namespace

struct Log::Impl {
    std::shared_ptr<LogSink> sink;
    std::shared_ptr<Pool> pool;
    std::shared_ptr<spdlog::logger> logger;
};

Log::Log(const std::string& level, const std::string& format) : impl_(std::make_unique<Impl>()) {
    impl_->sink = std::make_shared<LogSink>(format);
    impl_->pool = std::make_shared<Pool>(most_waiting, 1);
    impl_->sink->comes_from(impl_->pool.get());
    impl_->logger =
        at_level(std::make_shared<spdlog::async_logger>("pentad", impl_->sink, impl_->pool,
                                                        spdlog::async_overflow_policy::overrun_oldest),
                 spdlog::level::from_str(level));
    newest.set(impl_->sink);
    spdlog::set_default_logger(impl_->logger);
}

Log::~Log() {
    impl_->sink->give_up_at(Clock::now() + flush_timeout);
    if (spdlog::default_logger() == impl_->logger)
        spdlog::set_default_logger(
            at_level(std::make_shared<spdlog::logger>("pentad", impl_->sink), impl_->logger->level()));
    impl_->sink->comes_from(nullptr);
    impl_->pool.reset();
}

void announce(const std::string& address, const std::string& format) {
    if (const auto sink = newest.get()) sink->flush(*spdlog::default_logger(), announcement_timeout);
    tell(STDOUT_FILENO, spdlog::level::info, "pentad-server listening on " + address, format);
}

void announce_failure(const std::string& reason, const std::string& format) {
    tell(STDERR_FILENO, spdlog::level::err, "pentad-server: " + reason, format);
}

void set_log_level(const std::string& level) {
    spdlog::default_logger()->set_level(spdlog::level::from_str(level));
}

std::uint64_t log_lines_dropped() {
    const auto sink = newest.get();
    return sink ? sink->dropped() : 0;
}

}  // namespace pentad::server
