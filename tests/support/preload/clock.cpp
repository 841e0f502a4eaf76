// Preloaded into a server (LD_PRELOAD): its wall clock is wrong by as many seconds as the file says that
// PENTAD_CLOCK_FILE names, which may change while the server runs. With PENTAD_CLOCK_SPEED=5 all its clocks
// go five times as fast, and what it waits for by them comes so much sooner: a test need not wait as long as
// the default settings say.

#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>

namespace {

constexpr std::int64_t second = 1'000'000'000;

time_t wrong_by() {
    static const char* file = std::getenv("PENTAD_CLOCK_FILE");
    if (file == nullptr) return 0;
    const int opened = static_cast<int>(::syscall(SYS_openat, AT_FDCWD, file, O_RDONLY | O_CLOEXEC));
    if (opened < 0) return 0;
    std::array<char, 32> text{};
    const auto size = ::syscall(SYS_read, opened, text.data(), text.size() - 1);
    ::syscall(SYS_close, opened);
    return size > 0 ? std::atol(text.data()) : 0;
}

std::int64_t speed() {
    static const char* text = std::getenv("PENTAD_CLOCK_SPEED");
    static const std::int64_t times = text == nullptr ? 1 : std::max(1L, std::atol(text));
    return times;
}

std::int64_t nanoseconds(const timespec& time) { return time.tv_sec * second + time.tv_nsec; }
timespec spec(std::int64_t nanoseconds) { return {nanoseconds / second, nanoseconds % second}; }

std::int64_t true_time(clockid_t clock) {
    timespec now{};
    ::syscall(SYS_clock_gettime, clock, &now);
    return nanoseconds(now);
}

/// When the process began by this clock, or by the one that it is a coarse edition of.
std::int64_t beginning(clockid_t clock) {
    static const std::int64_t wall = true_time(CLOCK_REALTIME), steady = true_time(CLOCK_MONOTONIC);
    return clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE ? wall : steady;
}

bool is_fast(clockid_t clock) {
    return speed() > 1 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE ||
                           clock == CLOCK_MONOTONIC || clock == CLOCK_MONOTONIC_COARSE);
}

/// The true time at which a fast clock shows this.
timespec true_moment(clockid_t clock, const timespec& shown) {
    const std::int64_t begun = beginning(clock);
    return spec(begun + (nanoseconds(shown) - begun) / speed());
}

timespec shorter(const timespec& time) {
    const std::int64_t all = nanoseconds(time);
    return spec(all == 0 ? 0 : std::max<std::int64_t>(1, all / speed()));
}

}  // namespace

extern "C" {

int clock_gettime(clockid_t clock, timespec* now) noexcept {
    const auto result = static_cast<int>(::syscall(SYS_clock_gettime, clock, now));
    if (result == 0 && is_fast(clock)) {
        const std::int64_t begun = beginning(clock);
        *now = spec(begun + (nanoseconds(*now) - begun) * speed());
    }
    if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) now->tv_sec += wrong_by();
    return result;
}

int gettimeofday(timeval* now, void*) noexcept {
    timespec precise{};
    clock_gettime(CLOCK_REALTIME, &precise);
    *now = {precise.tv_sec, precise.tv_nsec / 1000};
    return 0;
}

time_t time(time_t* now) noexcept {
    timespec precise{};
    clock_gettime(CLOCK_REALTIME, &precise);
    if (now != nullptr) *now = precise.tv_sec;
    return precise.tv_sec;
}

int timerfd_settime(int timer, int flags, const itimerspec* wanted, itimerspec* old) noexcept {
    itimerspec scaled = *wanted;
    // An absolute time is only ever one that is over.
    if ((flags & TFD_TIMER_ABSTIME) == 0) scaled = {shorter(wanted->it_interval), shorter(wanted->it_value)};
    return static_cast<int>(::syscall(SYS_timerfd_settime, timer, flags, &scaled, old));
}

int pthread_cond_clockwait(pthread_cond_t* condition, pthread_mutex_t* mutex, clockid_t clock,
                           const timespec* until) {
    using Wait = int (*)(pthread_cond_t*, pthread_mutex_t*, clockid_t, const timespec*);
    static const auto next = reinterpret_cast<Wait>(::dlsym(RTLD_NEXT, "pthread_cond_clockwait"));
    const timespec moment = is_fast(clock) ? true_moment(clock, *until) : *until;
    return next(condition, mutex, clock, &moment);
}

int pthread_cond_timedwait(pthread_cond_t* condition, pthread_mutex_t* mutex, const timespec* until) {
    return pthread_cond_clockwait(condition, mutex, CLOCK_REALTIME, until);
}
}
