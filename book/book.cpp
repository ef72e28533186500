#include "book/book.h"

#include <cstring>
#include <utility>

#include "book/key.h"

namespace anqi {

Result<SharedBook> Book::open(const std::string& path) {
    auto file = MappedFile::open(path, kLargestBook);
    if (!file) return Error{file.error()};
    const auto header = examine_book(file->bytes());
    if (!header) return Error{"book " + path + ": " + header.error()};
    return SharedBook(new Book(std::move(file).value(), *header));
}

Book::Book(MappedFile file, const BookHeader& header) : file_(std::move(file)), header_(header) {}

bool Book::serves(const RuleSet& asked) const {
    const RuleSet own = rules();
    return own.name == asked.name && own.shape == asked.shape;
}

BookEntry Book::entry(std::size_t i) const {
    BookEntry entry;
    std::memcpy(&entry, file_.bytes().data() + sizeof(BookHeader) + i * sizeof entry, sizeof entry);
    return entry;
}

BookPage Book::page(const BookEntry& entry) const {
    const char* const actions =
        file_.bytes().data() + sizeof(BookHeader) + header_.positions * sizeof(BookEntry);
    BookPage page;
    // Examined once; but whoever writes into the file in place may have changed it since.
    if (entry.first > header_.actions || entry.count > header_.actions - entry.first) return page;
    for (std::size_t i = entry.first; i < entry.first + entry.count; ++i) {
        PackedAction action;
        std::memcpy(&action, actions + i * sizeof action, sizeof action);
        page.push_back(unpack(action));
    }
    return page;
}

BookPage Book::look_up(const Position& position) const {
    const CanonicalKey canonical = canonical_key(position);
    std::size_t low = 0, high = header_.positions;
    while (low < high) {
        const std::size_t middle = low + (high - low) / 2;
        if (entry(middle).key < canonical.key) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    if (low == header_.positions || entry(low).key != canonical.key) return {};
    BookPage found = page(entry(low));
    for (BookAction& action : found) action.move = transform(action.move, canonical.symmetry);
    return found;
}

BookContent Book::content() const {
    BookContent content{rules(), header_.origin, {}};
    for (std::size_t i = 0; i < header_.positions; ++i) {
        const BookEntry e = entry(i);
        content.pages.emplace(e.key, page(e));
    }
    return content;
}

}  // namespace anqi
