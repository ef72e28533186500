#include "tests/support/test_data.h"

#include <fstream>
#include <iterator>
#include <stdexcept>

namespace anqi::test {

std::string data_path(std::string_view name) {
    return std::string(ANQI_TEST_DATA) + '/' + std::string(name);
}

std::string read_file(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) throw std::runtime_error("cannot read " + path);
    return std::string(std::istreambuf_iterator<char>(file), {});
}

std::vector<std::vector<std::string>> read_table(std::string_view name) {
    std::vector<std::vector<std::string>> rows;
    for (const std::string& line : split(read_file(data_path(name)), '\n')) {
        if (!line.empty() && line[0] != '#') rows.push_back(split(line, '\t'));
    }
    return rows;
}

std::vector<std::string> split(std::string_view text, char separator) {
    std::vector<std::string> parts;
    for (auto end = text.find(separator); end != std::string_view::npos;
         end = text.find(separator)) {
        parts.emplace_back(text.substr(0, end));
        text.remove_prefix(end + 1);
    }
    parts.emplace_back(text);
    return parts;
}

bool contains(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

}  // namespace anqi::test
