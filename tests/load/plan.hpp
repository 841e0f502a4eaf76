#pragma once

#include <sys/types.h>
#include <chrono>
#include <cstdint>
#include <string>
#include <variant>

namespace pentad::load {

/// What one run does, as the command line says.
struct Plan {
    std::string host = "127.0.0.1";
    std::uint16_t port = 8080;
    std::string path = "/ws";
    unsigned rooms = 100;
    std::string game;  ///< empty: the first that the server offers
    std::string size;  ///< empty: the game's own
    double rate = 0;   ///< moves a second in all rooms together; 0: as fast as they come
    double warm_up_s = 1;
    double measure_s = 5;
    unsigned watchers = 0;   ///< in every room
    unsigned bot_level = 0;  ///< of the second seat; 0: a person
    unsigned idle = 0;       ///< guests who only keep their link
    double noise = 0;        ///< messages a second of one who reads nothing; 0: nobody
    bool storm = false;      ///< at the end all links break at once and come back
    std::uint64_t seed = 1;
    pid_t server = 0;  ///< 0: its time and memory are not looked at
    std::string json;  ///< file for the report; empty: none
};

/// The plan, or the status with which the program ends after help or a mistake, which has been printed.
std::variant<Plan, int> read_plan(int argc, char** argv);

}  // namespace pentad::load
