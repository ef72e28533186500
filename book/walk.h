// The positions of a book. A book knows keys only; which positions they are is found by playing
// from the start.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "book/book.h"
#include "engine/core/position.h"

namespace anqi {

struct BookPosition {
    Position image;  // canonical
    int ply;         // the fewest from the start
};

// Calls visit(position, page) for every position that is reached through positions of the book,
// those nearer to the start first. Returns how many there were.
std::size_t walk(const Book& book,
                 const std::function<void(const BookPosition&, const BookPage&)>& visit);

// The first action that no rule allows, as "a1a2 in POSITION", or a position that is not reached
// from the start; nothing when all is well.
std::optional<std::string> first_fault(const Book& book);

}  // namespace anqi
