#include <csignal>
#include <cstdio>
#include <fstream>

#include "tests/load/report.hpp"

int main(int argc, char** argv) {
    using namespace pentad::load;
    std::signal(SIGPIPE, SIG_IGN);
    const auto read = read_plan(argc, argv);
    if (const int* status = std::get_if<int>(&read)) return *status;
    const Plan& plan = std::get<Plan>(read);
    const auto found = run(plan);
    if (!found) {
        std::fprintf(stderr, "\npentad-load: %s\n", found.error().c_str());
        return 1;
    }
    std::fputs(as_text(plan, *found).c_str(), stdout);
    if (plan.json.empty()) return 0;
    std::ofstream file(plan.json);
    file << as_json(plan, *found) << '\n';
    if (file.flush()) return 0;
    std::fprintf(stderr, "pentad-load: cannot write %s\n", plan.json.c_str());
    return 1;
}
