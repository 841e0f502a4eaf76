#include "protocol/analysis.hpp"
#include "protocol/wire/analysis_fields.hpp"
#include "protocol/wire/writer.hpp"

namespace pentad::protocol {

std::string encode(const MatchAnalysis& analysis) {
    std::string out;
    wire::Writer writer(out);
    fields(writer, analysis);
    writer.close();
    return out;
}

}  // namespace pentad::protocol
