// One book made of several.
#pragma once

#include <vector>

#include "book/book_file.h"

namespace anqi {

// Where two know a position, the page with more visits behind it stands, of equals the first. The
// origin is the first book's, but the number of positions the merged one's; building again from it
// does not give these bytes. Requires at least one, all for the same rules.
BookContent merge_books(const std::vector<BookContent>& books);

}  // namespace anqi
