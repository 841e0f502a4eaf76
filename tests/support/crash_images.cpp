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
    std::string name;
    std::string durable;
    std::vector<const DiskStep*> pending;
    bool there = false;
};

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
    for (std::size_t i = 0; i < steps; ++i) {
        const DiskStep& step = steps_[i];
        if (step.kind == DiskStep::Kind::sent) continue;
        File& file = files[step.file];
        switch (step.kind) {
            case DiskStep::Kind::name:
                file.name = std::filesystem::path(step.bytes).filename();
                break;
            case DiskStep::Kind::remove:
                file = {file.name, "", {}, false};
                break;
            case DiskStep::Kind::sync:
                for (const DiskStep* one : file.pending) change(file.durable, *one);
                file.pending.clear();
                file.there = true;
                break;
            default:
                file.pending.push_back(&step);
                file.there = true;
        }
    }
    std::mt19937_64 random(seed);
    const auto chance = [&](double share) { return std::uniform_real_distribution<>(0, 1)(random) < share; };
    for (auto& [number, file] : files) {
        if (!file.there) continue;
        enum { nothing, some, torn };
        const auto mode = random() % 3;
        for (const DiskStep* one : file.pending) {
            if (mode == nothing || (mode == some && chance(0.5))) continue;
            DiskStep step = *one;
            if (mode == torn && step.kind == DiskStep::Kind::write && chance(0.3))
                step.bytes.resize(random() % (step.bytes.size() + 1) / sector * sector);
            change(file.durable, step);
        }
        std::ofstream(folder / file.name, std::ios::binary) << file.durable;
    }
}

}  // namespace pentad::testing
