#include "tools/referee/journal.h"

#include <fmt/format.h>

#include "engine/util/file.h"

namespace anqi {
namespace {

// Larger files are not read: some ten million games.
constexpr std::size_t kMostBytes = std::size_t{1} << 36;

std::string record_text(const GameLog& log) { return to_text(to_record(log)) + '\n'; }

// Makes the records say what the games say. Nearly always they do already, or lack the last one, or
// have one more whose game was not written. Anything else is left alone: it is not ours.
Status align_records(GrowingFile& file, const std::string& path, const std::vector<GameLog>& past) {
    // Only a regular file can hold earlier games; a device cannot.
    const auto content = file.regular() ? read_file(path, kMostBytes) : std::string();
    if (!content) return Error{content.error()};
    std::string_view rest = *content;
    std::size_t game = 0;
    for (; game < past.size() && !rest.empty(); ++game) {
        const std::string record = record_text(past[game]);
        if (rest.starts_with(record)) {
            rest.remove_prefix(record.size());
        } else if (record.starts_with(rest)) {
            break;
        } else {
            return Error{fmt::format("{} does not hold the games of this event", path)};
        }
    }
    const Status cut = file.cut(content->size() - rest.size());
    if (!cut) return cut;
    for (; game < past.size(); ++game) {
        const Status written = file.append(record_text(past[game]));
        if (!written) return written;
    }
    return Done{};
}

}  // namespace

Result<Journal> Journal::open(const std::string& games, const std::string& records) {
    std::vector<GameLog> past;
    auto games_file = GameFile::open(games, [&](const GameLog& log, std::string_view) -> Status {
        past.push_back(log);
        return Done{};
    });
    if (!games_file) return Error{games_file.error()};
    auto records_file = GrowingFile::open(records);
    if (!records_file) return Error{records_file.error()};
    Journal journal(std::move(games_file).value(), std::move(records_file).value(),
                    std::move(past));
    const Status aligned = align_records(journal.records_, records, journal.past_);
    if (!aligned) return Error{aligned.error()};
    return journal;
}

// The line of JSON comes last, because it is what counts: a record without it is cut off.
Status Journal::add(const GameLog& log) {
    const std::size_t before = records_.size();
    const Status recorded = records_.append(record_text(log));
    if (!recorded) return recorded;
    const Status written = games_.append(to_json_line(log));
    if (!written) (void)records_.cut(before);
    return written;
}

Status Journal::sync() {
    const Status synced = records_.sync();
    return synced ? games_.sync() : synced;
}

}  // namespace anqi
