// What the fuzz targets ask of the engine for one input, as functions, so that ordinary tests can
// replay the corpora through them. Each returns what was wrong, or nothing; any bytes may come.
#pragma once

#include <string>
#include <string_view>

namespace anqi::fuzz {

std::string check_position_text(std::string_view input);
std::string check_game_record(std::string_view input);
// Inputs that touch files are left alone.
std::string check_protocol(std::string_view input);

// An error message has to be one line of printable ASCII of bearable length. Returns what is wrong
// with it, or nothing.
std::string fault_of_message(const std::string& message);

}  // namespace anqi::fuzz
