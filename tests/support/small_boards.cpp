#include "tests/support/small_boards.h"

#include <cctype>

#include "engine/core/notation.h"
#include "tests/support/engine_helpers.h"
#include "tests/support/test_data.h"

namespace anqi::test {
namespace {

double fraction(const std::string& text) {
    const auto parts = split(text, '/');
    return std::stod(parts.at(0)) / std::stod(parts.at(1));
}

}  // namespace

std::vector<SolvedBoard> solved_boards() {
    std::vector<SolvedBoard> boards;
    for (const auto& row : read_table("small_boards.tsv")) {
        boards.push_back({row.at(0), fraction(row.at(1)), fraction(row.at(2))});
    }
    return boards;
}

Position small_board(std::string_view pieces_of_each_side) {
    std::string pool(pieces_of_each_side);
    for (const char c : pieces_of_each_side) pool += static_cast<char>(std::tolower(c));
    const auto men = static_cast<Square>(pool.size());
    Position position;
    for (Square s = 0; s < kSquares; ++s) {
        const bool exists = file_of(s) < 2 && rank_of(s) < 4;
        if (!exists) position.put_missing(s);
        // The lowest squares of either file in turn.
        else if (rank_of(s) * 2 + file_of(s) < men)
            position.put_face_down(s);
    }
    for (const char c : pool) position.add_to_pool(parse_piece({&c, 1}).value());
    return position;
}

RuleSet rules_without_draws() {
    RuleSet rules = default_rules();
    rules.quiet_limit = 1000;
    rules.repetition = 0;
    return rules;
}

}  // namespace anqi::test
