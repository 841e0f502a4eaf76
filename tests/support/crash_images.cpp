#include "tests/support/crash_images.hpp"

#include <cstring>
#include <fstream>
#include <iterator>
#include <map>
#include <random>

namespace pentad::testing {
namespace {

constexpr std::size_t sector = 512;

void change(std::string& file, const DiskStep& step) {
    if (step.kind == DiskStep::Kind::cut) {
        file.resize(step.at);
    } else {
        if (file.size() < step.at + step.bytes.size()) file.resize(step.at + step.bytes.size());
        file.replace(step.at, step.bytes.size(), step.bytes);
    }
}

struct File {
    std::string durable;
    std::vector<const DiskStep*> pending;
};

/// Of names, in the order in which they are made.
struct Change {
    std::string removed, added;  ///< or empty
    std::uint32_t file = 0;

    std::filesystem::path folder() const {
        return std::filesystem::path(added.empty() ? removed : added).parent_path();
    }
};

Change change_of_names(const DiskStep& step) {
    const std::size_t line = step.bytes.find('\n');
    switch (step.kind) {
        case DiskStep::Kind::remove:
            return {step.bytes, "", step.file};
        case DiskStep::Kind::rename:
            return {step.bytes.substr(0, line), step.bytes.substr(line + 1), step.file};
        default:
            return {"", step.bytes, step.file};
    }
}

}  // namespace

std::vector<DiskStep> read_disk_log(const std::filesystem::path& log) {
    std::ifstream in(log, std::ios::binary);
    const std::string all{std::istreambuf_iterator<char>(in), {}};
    constexpr std::size_t head = 17;
    std::vector<DiskStep> steps;
    for (std::size_t at = 0; at + head <= all.size();) {
        DiskStep step;
        std::uint32_t size = 0;
        step.kind = static_cast<DiskStep::Kind>(all[at]);
        std::memcpy(&step.file, all.data() + at + 1, 4);
        std::memcpy(&step.at, all.data() + at + 5, 8);
        std::memcpy(&size, all.data() + at + 13, 4);
        if (at + head + size > all.size()) break;
        step.bytes = all.substr(at + head, size);
        at += head + size;
        steps.push_back(std::move(step));
    }
    return steps;
}

CrashImages::CrashImages(std::vector<DiskStep> steps) : steps_(std::move(steps)) {}

void CrashImages::make(std::size_t steps, std::uint64_t seed, const std::filesystem::path& folder) const {
    std::map<std::uint32_t, File> files;
    std::map<std::uint32_t, std::filesystem::path> folders;
    std::vector<Change> changes;
    std::size_t certain = 0;                     ///< so many of these are on the disk
    std::map<std::string, std::uint32_t> names;  ///< of files that were there before
    for (std::size_t i = 0; i < steps; ++i) {
        const DiskStep& step = steps_[i];
        File& file = files[step.file];
        switch (step.kind) {
            case DiskStep::Kind::sent:
                break;
            case DiskStep::Kind::folder:
                folders[step.file] = step.bytes.empty() ? "/" : step.bytes;
                break;
            case DiskStep::Kind::sync:
                for (const DiskStep* one : file.pending) change(file.durable, *one);
                file.pending.clear();
                if (folders.contains(step.file))
                    for (std::size_t one = certain; one < changes.size(); ++one)
                        if (changes[one].folder() == folders[step.file]) certain = one + 1;
                break;
            case DiskStep::Kind::write:
            case DiskStep::Kind::cut:
                file.pending.push_back(&step);
                break;
            default:
                if (step.kind == DiskStep::Kind::name && step.at == 1)
                    names[step.bytes] = step.file;
                else
                    changes.push_back(change_of_names(step));
        }
    }
    std::mt19937_64 random(seed);
    const auto chance = [&](double share) { return std::uniform_real_distribution<>(0, 1)(random) < share; };
    enum { nothing, some, all };
    const auto names_done = random() % 3;
    const std::size_t open = changes.size() - certain;
    const std::size_t more = names_done == nothing ? 0 : names_done == all ? open : random() % (open + 1);
    for (std::size_t i = 0; i < certain + more; ++i) {
        if (!changes[i].removed.empty()) names.erase(changes[i].removed);
        if (!changes[i].added.empty()) names[changes[i].added] = changes[i].file;
    }
    for (auto& [number, file] : files) {
        const auto writes_done = random() % 3;
        for (const DiskStep* one : file.pending) {
            if (writes_done == nothing || (writes_done == some && chance(0.5))) continue;
            DiskStep step = *one;
            // All of them, but some are torn.
            if (writes_done == all && step.kind == DiskStep::Kind::write && chance(0.3))
                step.bytes.resize(random() % (step.bytes.size() + 1) / sector * sector);
            change(file.durable, step);
        }
    }
    for (const auto& [name, number] : names) {
        const std::filesystem::path path = folder / name.substr(1);
        std::filesystem::create_directories(path.parent_path());
        std::ofstream(path, std::ios::binary) << files[number].durable;
    }
}

}  // namespace pentad::testing
