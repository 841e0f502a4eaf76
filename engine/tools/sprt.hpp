#pragma once

#include <string>
#include <vector>

#include "engine/tools/rating.hpp"

namespace pentad::engine::tools {

/// A sequential probability ratio test between two hypotheses about the difference in strength, in Elo: it
/// goes on until the results are so much likelier under one of them.
struct Sprt {
    double elo0 = 0;      ///< H0: no stronger than that
    double elo1 = 5;      ///< H1: as strong as that, or stronger
    double alpha = 0.05;  ///< how often H1 may be accepted wrongly
    double beta = 0.05;   ///< how often H0 may be accepted wrongly

    /// H0 is accepted at the lower bound, H1 at the upper.
    double lower_bound() const;
    double upper_bound() const;
};

/// The logarithm of how much likelier the pairs are under H1 than under H0: the generalized test of Van den
/// Bergh with Elo's logistic curve, as fishtest and fastchess compute it for pairs. A pair that did not occur
/// counts a thousandth, so that every outcome stays possible.
double log_likelihood_ratio(const Sprt& test, const PairCounts& pairs);

/// Reads `elo0=0`, `elo1=5`, `alpha=0.05`, `beta=0.05`, in any order. Throws WrongUsage for anything else,
/// and for values between which no test can decide.
Sprt read_sprt(const std::vector<std::string>& words);

}  // namespace pentad::engine::tools
