#include "engine/tools/fit.hpp"

#include <cmath>
#include <iostream>

namespace pentad::engine::tools {
namespace {

constexpr double ridge = 10;  ///< pulls the weight of what is seldom seen to 0
constexpr int steps_of_newton = 8;

/// Solves a x = b for a symmetric positive definite a, by Cholesky's decomposition.
std::vector<double> solved(std::vector<std::vector<double>> a, std::vector<double> b) {
    const std::size_t n = b.size();
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j <= i; ++j) {
            double sum = a[i][j];
            for (std::size_t k = 0; k < j; ++k) sum -= a[i][k] * a[j][k];
            a[i][j] = i == j ? std::sqrt(sum) : sum / a[j][j];
        }
        for (std::size_t k = 0; k < i; ++k) b[i] -= a[i][k] * b[k];
        b[i] /= a[i][i];
    }
    for (std::size_t i = n; i-- > 0;) {
        for (std::size_t k = i + 1; k < n; ++k) b[i] -= a[k][i] * b[k];
        b[i] /= a[i][i];
    }
    return b;
}

}  // namespace

std::vector<double> fitted(const std::vector<Sample>& samples, std::size_t features) {
    std::vector<double> weights(features, 0);
    for (int step = 0; step < steps_of_newton; ++step) {
        std::vector<double> slope(features);
        std::vector<std::vector<double>> bend(features, std::vector<double>(features, 0));
        double loss = 0;
        for (std::size_t i = 0; i < features; ++i) {
            slope[i] = -ridge * weights[i];
            bend[i][i] = ridge;
        }
        for (const Sample& sample : samples) {
            double sum = 0;
            for (const auto& [number, amount] : sample.features)
                sum += weights[static_cast<std::size_t>(number)] * amount;
            const double expected = 1 / (1 + std::exp(-sum));
            loss -= std::log(sample.result > 0.5 ? expected : 1 - expected);
            for (const auto& [number, amount] : sample.features) {
                const auto i = static_cast<std::size_t>(number);
                slope[i] += (sample.result - expected) * amount;
                for (const auto& [another, its_amount] : sample.features)
                    bend[i][static_cast<std::size_t>(another)] +=
                        expected * (1 - expected) * amount * its_amount;
            }
        }
        const std::vector<double> change = solved(std::move(bend), std::move(slope));
        for (std::size_t i = 0; i < features; ++i) weights[i] += change[i];
        std::cerr << samples.size() << " positions, loss " << loss / static_cast<double>(samples.size())
                  << '\n';
    }
    return weights;
}

}  // namespace pentad::engine::tools
