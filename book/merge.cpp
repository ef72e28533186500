#include "book/merge.h"

namespace anqi {

BookContent merge_books(const std::vector<BookContent>& books) {
    BookContent merged = books.front();
    for (const BookContent& book : books) {
        for (const auto& [key, page] : book.pages) {
            BookPage& known = merged.pages[key];
            if (known.empty() || visits_of(page) > visits_of(known)) known = page;
        }
    }
    merged.origin.wanted = static_cast<std::uint32_t>(merged.pages.size());
    return merged;
}

}  // namespace anqi
