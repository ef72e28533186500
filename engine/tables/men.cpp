#include "engine/tables/men.h"

#include <array>
#include <bit>

#include "engine/core/notation.h"
#include "engine/core/symmetry.h"

namespace anqi {
namespace {

void append_side(std::string& text, const Pool& counts, Colour side) {
    for (int kind = 0; kind < kKinds; ++kind) {
        const auto count = counts.count(make_piece(side, static_cast<Kind>(kind)));
        text.append(static_cast<std::size_t>(count),
                    letter(make_piece(Colour::red, static_cast<Kind>(kind))));
    }
}

void append_counts(std::string& text, const Pool& counts) {
    append_side(text, counts, Colour::red);
    text.push_back('v');
    append_side(text, counts, Colour::black);
}

Error too_many(Piece piece) {
    return {"more of " + std::string(1, letter(piece)) + " than the game has"};
}

bool too_many_in(const Pool& counts, Piece piece) {
    return counts.count(piece) > kKindCount[index(kind_of(piece))];
}

// With a 'v' in it the side follows from the place, otherwise from the letters' case. Refuses too
// many of a piece at once: a count has room for a few only.
Result<Pool> parse_counts(std::string_view text) {
    const auto middle = text.find('v');
    Pool counts;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (i == middle) continue;
        const auto read = parse_piece(text.substr(i, 1));
        if (!read) return Error{read.error()};
        const bool black =
            middle == std::string_view::npos ? colour_of(*read) == Colour::black : i > middle;
        const Piece piece = make_piece(black ? Colour::black : Colour::red, kind_of(*read));
        counts.add(piece);
        if (too_many_in(counts, piece)) return Error{quoted(text) + ": " + too_many(piece).message};
    }
    return counts;
}

Status check(const Men& men) {
    const Pool all = sum(men.face_up, men.pool);
    for (int i = 0; i < kPieces; ++i) {
        if (too_many_in(all, piece_at_index(i))) return too_many(piece_at_index(i));
    }
    return Done{};
}

// Chooses a count for each piece in turn, the most first.
class Enumeration {
  public:
    Enumeration(int face_down, const std::function<void(const Men&)>& f)
        : face_down_(face_down), f_(f) {}

    void run(int piece, int left) {
        if (piece == kPieces) {
            if (left == 0) choose_face_down(0, face_down_);
            return;
        }
        const int most = std::min(left, kKindCount[piece % kKinds]);
        for (int n = most; n >= 0; --n) {
            counts_[static_cast<std::size_t>(piece)] = n;
            run(piece + 1, left - n);
        }
    }

  private:
    void choose_face_down(int piece, int left) {
        if (piece == kPieces) {
            if (left == 0) report();
            return;
        }
        const auto p = static_cast<std::size_t>(piece);
        for (int n = 0; n <= std::min(left, counts_[p]); ++n) {
            hidden_[p] = n;
            choose_face_down(piece + 1, left - n);
        }
    }

    void report() const {
        Men men;
        for (std::size_t p = 0; p < kPieces; ++p) {
            const Piece piece = piece_at_index(static_cast<int>(p));
            for (int n = 0; n < counts_[p]; ++n) {
                (n < hidden_[p] ? men.pool : men.face_up).add(piece);
            }
        }
        if (men.alive(Colour::red) && men.alive(Colour::black)) f_(men);
    }

    int face_down_;
    const std::function<void(const Men&)>& f_;
    std::array<int, kPieces> counts_{}, hidden_{};
};

}  // namespace

Pool face_up_men(const Position& position) {
    Pool counts;
    for (int i = 0; i < kPieces; ++i) {
        for (int n = std::popcount(position.of(piece_at_index(i))); n > 0; --n) {
            counts.add(piece_at_index(i));
        }
    }
    return counts;
}

Pool swap_colours(Pool counts) {
    Pool swapped;
    counts.for_each([&](Piece piece, int count) {
        for (; count > 0; --count) swapped.add(swap_colour(piece));
    });
    return swapped;
}

Pool sum(Pool a, Pool b) {
    b.for_each([&](Piece piece, int count) {
        for (; count > 0; --count) a.add(piece);
    });
    return a;
}

std::string to_text(const Men& men) {
    std::string text;
    append_counts(text, men.face_up);
    if (men.pool.empty()) return text;
    text.push_back('+');
    append_counts(text, men.pool);
    return text;
}

Result<Men> parse_men(std::string_view text) {
    const auto plus = text.find('+');
    auto face_up = parse_counts(text.substr(0, plus));
    if (!face_up) return Error{face_up.error()};
    Men men{*face_up, {}};
    if (plus != std::string_view::npos) {
        auto pool = parse_counts(text.substr(plus + 1));
        if (!pool) return Error{pool.error()};
        men.pool = *pool;
    }
    const Status sound = check(men);
    if (!sound) return Error{quoted(text) + ": " + sound.error()};
    return men;
}

void for_each_men(int men, int face_down, const std::function<void(const Men&)>& f) {
    Enumeration(face_down, f).run(0, men);
}

}  // namespace anqi
