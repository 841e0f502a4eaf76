#include "engine/tablebase.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstring>
#include <fstream>
#include <string_view>
#include <vector>

#include "engine/game.hpp"

namespace pentad::engine {
namespace {

/// What a file begins with; the values follow. Written and read by the same kind of machine.
struct Head {
    char magic[8] = {'P', 'E', 'N', 'T', 'A', 'D', 'T', '1'};
    std::uint64_t positions = 0;
    std::uint64_t sum = 0;  ///< over the values
};

/// Not fnv1a, which would take its time over so many bytes: eight at once.
std::uint64_t sum_of(const std::int8_t* values, std::size_t count) {
    std::uint64_t sum = count;
    for (std::size_t at = 0; at < count; at += 8) {
        std::uint64_t word = 0;
        std::memcpy(&word, values + at, std::min<std::size_t>(8, count - at));
        sum = (sum ^ word) * 0x100000001b3ULL;
        sum ^= sum >> 29;
    }
    return sum;
}

}  // namespace

/// The bytes, from a file or from memory.
struct Tablebase::Mapping {
    void* start = MAP_FAILED;
    std::size_t size = 0;
    std::vector<std::int8_t> own;

    ~Mapping() {
        if (start != MAP_FAILED) munmap(start, size);
    }
};

Tablebase::Tablebase(std::string name, std::size_t positions, Solve solve)
    : name_(std::move(name)), positions_(positions), solve_(std::move(solve)) {}

Tablebase::~Tablebase() = default;

bool Tablebase::open(const std::filesystem::path& folder) {
    const std::lock_guard lock(mutex_);
    return values() || map(folder / name_);
}

bool Tablebase::map(const std::filesystem::path& file) {
    const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return false;
    auto mapping = std::make_unique<Mapping>();
    struct stat status {};
    if (fstat(descriptor, &status) == 0 &&
        static_cast<std::size_t>(status.st_size) == sizeof(Head) + positions_) {
        mapping->size = static_cast<std::size_t>(status.st_size);
        mapping->start = mmap(nullptr, mapping->size, PROT_READ, MAP_SHARED, descriptor, 0);
    }
    close(descriptor);
    if (mapping->start == MAP_FAILED) return false;
    Head head;
    std::memcpy(&head, mapping->start, sizeof head);
    const auto* values = static_cast<const std::int8_t*>(mapping->start) + sizeof head;
    if (std::memcmp(head.magic, Head{}.magic, sizeof head.magic) != 0 || head.positions != positions_ ||
        head.sum != sum_of(values, positions_))
        return false;
    mapping_ = std::move(mapping);
    values_.store(values, std::memory_order_release);
    return true;
}

tl::expected<void, std::string> Tablebase::build(const std::filesystem::path& folder, const Told& told,
                                                 std::stop_token stop) {
    const std::lock_guard lock(mutex_);
    if (values()) return {};
    auto mapping = std::make_unique<Mapping>();
    mapping->own.resize(positions_);
    if (!solve_(mapping->own, told, std::move(stop)))
        return tl::unexpected<std::string>("The solving was stopped.");
    if (folder.empty()) {
        mapping_ = std::move(mapping);
        values_.store(mapping_->own.data(), std::memory_order_release);
        return {};
    }
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    // Under a name of its own first, so that no other process meets half a table.
    const std::filesystem::path file = folder / name_;
    std::filesystem::path half = file;
    half += "." + std::to_string(getpid());
    Head head;
    head.positions = positions_;
    head.sum = sum_of(mapping->own.data(), positions_);
    std::ofstream out(half, std::ios::binary);
    out.write(reinterpret_cast<const char*>(&head), sizeof head);
    out.write(reinterpret_cast<const char*>(mapping->own.data()), static_cast<std::streamsize>(positions_));
    out.close();
    if (out) std::filesystem::rename(half, file, error);
    if (!out || error || !map(file)) {
        std::filesystem::remove(half, error);
        return tl::unexpected("The table cannot be written to " + file.string() +
                              ". Check the folder's rights and the free space.");
    }
    return {};
}

Tablebase* tablebase_of(const Game& game, const Options& options) {
    const auto* solved = dynamic_cast<const SolvedGame*>(&game);
    return solved ? solved->tablebase(options) : nullptr;
}

}  // namespace pentad::engine
