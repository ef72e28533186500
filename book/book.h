// An opening book: what was found out about positions before the game.
#pragma once

#include <memory>
#include <string>

#include "book/book_file.h"
#include "engine/core/position.h"
#include "engine/util/mapped_file.h"

namespace anqi {

class Book;
using SharedBook = std::shared_ptr<const Book>;

// Read only; any number of threads may ask.
class Book {
  public:
    // Errors name the path and say what is wrong: no such file, another version, damage.
    static Result<SharedBook> open(const std::string& path);

    RuleSet rules() const { return rules_of(header_); }
    const BookOrigin& origin() const { return header_.origin; }
    std::size_t positions() const { return header_.positions; }
    std::size_t actions() const { return header_.actions; }
    // Whether it is for the rule set of that name; its numbers may be others.
    bool serves(const RuleSet& rules) const;

    // What the book says about a position, as its squares lie; empty when it says nothing. A caller
    // must ask the game whether an action is legal: two positions may share a key.
    BookPage look_up(const Position& position) const;
    // All of it.
    BookContent content() const;

  private:
    Book(MappedFile file, const BookHeader& header);
    BookEntry entry(std::size_t i) const;
    BookPage page(const BookEntry& entry) const;

    MappedFile file_;
    BookHeader header_;
};

}  // namespace anqi
