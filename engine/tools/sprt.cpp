#include "engine/tools/sprt.hpp"

#include <charconv>
#include <cmath>
#include <map>

#include "engine/tools/line.hpp"

namespace pentad::engine::tools {
namespace {

constexpr double counts_nothing = 1e-3;

using Probabilities = std::array<double, 5>;

double share_of(double elo) { return 1 / (1 + std::pow(10, -elo / 400)); }
double share_of_pair(std::size_t kind) { return static_cast<double>(kind) / 4; }

/// Of all distributions with that mean the one under which the results are likeliest: each probability is
/// divided by 1 + theta * (share - mean), with the theta that makes the mean right.
Probabilities likeliest(const Probabilities& seen, double mean) {
    double low = -1 / (1 - mean), high = 1 / mean;
    const auto divisor = [&](double theta, std::size_t kind) {
        return 1 + theta * (share_of_pair(kind) - mean);
    };
    for (int step = 0; step < 200; ++step) {
        const double theta = (low + high) / 2;
        double excess = 0;
        for (std::size_t kind = 0; kind < seen.size(); ++kind)
            excess += seen[kind] * (share_of_pair(kind) - mean) / divisor(theta, kind);
        (excess > 0 ? low : high) = theta;
    }
    Probabilities result{};
    for (std::size_t kind = 0; kind < seen.size(); ++kind)
        result[kind] = seen[kind] / divisor((low + high) / 2, kind);
    return result;
}

}  // namespace

double Sprt::lower_bound() const { return std::log(beta / (1 - alpha)); }
double Sprt::upper_bound() const { return std::log((1 - beta) / alpha); }

double log_likelihood_ratio(const Sprt& test, const PairCounts& pairs) {
    Probabilities counts{}, seen{};
    double all = 0;
    for (std::size_t kind = 0; kind < counts.size(); ++kind) {
        counts[kind] = pairs[kind] == 0 ? counts_nothing : pairs[kind];
        all += counts[kind];
    }
    for (std::size_t kind = 0; kind < counts.size(); ++kind) seen[kind] = counts[kind] / all;
    const Probabilities under0 = likeliest(seen, share_of(test.elo0));
    const Probabilities under1 = likeliest(seen, share_of(test.elo1));
    double ratio = 0;
    for (std::size_t kind = 0; kind < counts.size(); ++kind)
        ratio += counts[kind] * std::log(under1[kind] / under0[kind]);
    return ratio;
}

Sprt read_sprt(const std::vector<std::string>& words) {
    Sprt test;
    const std::map<std::string, double*> values{
        {"elo0", &test.elo0}, {"elo1", &test.elo1}, {"alpha", &test.alpha}, {"beta", &test.beta}};
    for (const std::string& word : words) {
        const auto equals = word.find('=');
        const auto found = values.find(word.substr(0, equals));
        double number = 0;
        const char* end = word.data() + word.size();
        const auto read = equals == std::string::npos
                              ? std::from_chars_result{end, std::errc::invalid_argument}
                              : std::from_chars(word.data() + equals + 1, end, number);
        if (found == values.end() || read.ec != std::errc{} || read.ptr != end || !std::isfinite(number))
            throw WrongUsage("--sprt: \"" + word +
                             "\" is not one of elo0=, elo1=, alpha= or beta= and a number.");
        *found->second = number;
    }
    if (test.elo0 >= test.elo1) throw WrongUsage("--sprt: elo0 must be less than elo1.");
    if (test.alpha <= 0 || test.beta <= 0 || test.alpha + test.beta >= 1)
        throw WrongUsage("--sprt: alpha and beta must be above 0 and their sum below 1.");
    return test;
}

}  // namespace pentad::engine::tools
