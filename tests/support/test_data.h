// Files of tests/data.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace anqi::test {

// Where a file of tests/data lies.
std::string data_path(std::string_view name);
// A whole file. Throws std::runtime_error when it cannot be read.
std::string read_file(const std::string& path);
// The lines of a table in tests/data split at tabs, lines that begin with # left out.
std::vector<std::vector<std::string>> read_table(std::string_view name);

std::vector<std::string> split(std::string_view text, char separator);

bool contains(std::string_view text, std::string_view part);

}  // namespace anqi::test
