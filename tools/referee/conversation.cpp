#include "tools/referee/conversation.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <fmt/format.h>
#include <limits.h>
#include <poll.h>
#include <unistd.h>
#include <utility>

#include "engine/core/notation.h"
#include "tools/referee/platform_words.h"

namespace anqi {
namespace {

constexpr Microseconds kMillisecond = 1000;
constexpr Milliseconds kDeathGrace = 500;  // for a process that has closed its output
// More lines in one answer are no answer.
constexpr std::size_t kMostLines = 10'000;
// Of what was sent; a message shows less.
constexpr std::size_t kMostShown = 200;
// Ids of the questions in settle(), out of the way of all others.
constexpr int kFirstSettled = 500'000;

bool is_answer(std::string_view line) {
    return !line.empty() && (line.front() == '=' || line.front() == '?');
}

}  // namespace

Conversation::Conversation(const CheckSettings& settings)
    : settings_(settings),
      reader_([this](const Line& line) { lines_.push_back(line.text); }),
      patience_(settings.start_timeout * kMillisecond) {
    auto process = EngineProcess::start({settings.argv});
    if (!process) throw StepFailure(process.error());
    process_ = std::move(process).value();
    name_ = demand("name");
    patience_ = settings.timeout * kMillisecond;
}

std::string Conversation::next_id(std::string_view request) {
    if (gtp()) return fmt::format("{}", ++requests_);
    return fmt::format("{}", platform_id(request.substr(0, request.find(' '))));
}

std::string Conversation::send_request(std::string_view request) {
    std::string id = next_id(request);
    send(fmt::format("{} {}\n", id, request));
    return id;
}

// In pieces that a pipe takes without waiting, and reading meanwhile, so that neither an engine
// that reads nothing nor one that waits to write can hold us.
void Conversation::send(std::string_view bytes) {
    sent_ = bytes.substr(0, std::min(bytes.find('\n'), kMostShown));
    received_.clear();
    unread_ = 0;
    sent_at_ = clock_.now();
    while (!bytes.empty()) {
        const bool room = lines_.size() < kMostLines;
        std::array<pollfd, 2> entries = {
            {{process_->input(), POLLOUT, 0}, {room ? process_->output() : -1, POLLIN, 0}}};
        const Microseconds left = sent_at_ + patience_ - clock_.now();
        if (left <= 0) fail("the engine does not read its input");
        ::poll(entries.data(), entries.size(), static_cast<int>(left / kMillisecond + 1));
        if (entries[1].revents != 0) pull();
        if (entries[0].revents != 0) bytes.remove_prefix(write_some(bytes));
    }
}

// What was written; all of it when the engine reads no more, since its end shows when its answer is
// read.
std::size_t Conversation::write_some(std::string_view bytes) {
    const std::string_view piece = bytes.substr(0, PIPE_BUF);
    const ssize_t n = ::write(process_->input(), piece.data(), piece.size());
    if (n < 0) return errno == EINTR || errno == EAGAIN ? 0 : bytes.size();
    return static_cast<std::size_t>(n);
}

// Waits for output.
void Conversation::fill(Microseconds deadline) {
    pollfd entry{process_->output(), POLLIN, 0};
    const Microseconds left = deadline - clock_.now();
    if (left <= 0) give_up();
    if (::poll(&entry, 1, static_cast<int>(left / kMillisecond + 1)) > 0) pull();
}

// Reads what is there.
void Conversation::pull() {
    std::array<char, 65'536> bytes;
    const ssize_t n = ::read(process_->output(), bytes.data(), bytes.size());
    if (n < 0) return;
    if (n == 0) fail(fmt::format("the engine ended ({})", to_text(process_->end(kDeathGrace))));
    const std::string_view text(bytes.data(), static_cast<std::size_t>(n));
    carriage_returns_ = carriage_returns_ || text.find('\r') != text.npos;
    unread_ += text.size();
    reader_.feed(text);
}

// The process may have ended although a child of its holds the pipe.
void Conversation::give_up() {
    const Ending ending = process_->end(0);
    if (!ending.killed) fail(fmt::format("the engine ended ({})", to_text(ending)));
    const std::string limit = fmt::format("no answer within {} ms", patience_ / kMillisecond);
    if (unread_ == 0) fail(limit);
    fail(fmt::format("{}, but {} bytes of something else", limit, unread_));
}

std::string Conversation::next_line() {
    while (lines_.empty()) fill(sent_at_ + patience_);
    std::string line = std::move(lines_.front());
    lines_.pop_front();
    return line;
}

void Conversation::note_chatter(const std::string& line) {
    if (chatter_++ == 0) first_chatter_ = line;
}

Reply Conversation::read() {
    std::string line;
    while (line = next_line(), !is_answer(line)) {
        if (!line.empty() || !gtp()) note_chatter(line);
    }
    received_ = line;
    unread_ = 0;
    Reply reply;
    reply.success = line.front() == '=';
    const std::size_t id_end = std::min(line.find(' '), line.size());
    reply.id = line.substr(1, id_end - 1);
    reply.text = line.substr(std::min(id_end + 1, line.size()));
    reply.lines.push_back(reply.text);
    if (gtp()) read_rest(reply);
    reply.elapsed = clock_.now() - sent_at_;
    return reply;
}

// GTP: up to the empty line.
void Conversation::read_rest(Reply& reply) {
    for (std::string line; line = next_line(), !line.empty();) {
        if (is_answer(line)) fail("the empty line behind the answer is missing");
        if (reply.lines.size() == kMostLines) fail("an answer without end");
        reply.lines.push_back(std::move(line));
    }
}

Reply Conversation::read_with(const std::string& id) {
    Reply reply = read();
    if (reply.id == id) return reply;
    fail(fmt::format("an answer with the id '{}' where '{}' was asked", reply.id, id));
}

Reply Conversation::ask(std::string_view request) { return read_with(send_request(request)); }

std::string Conversation::demand(std::string_view request) {
    Reply reply = ask(request);
    if (!reply.success) fail("a sound request is refused");
    return std::move(reply.text);
}

void Conversation::expect_refusal(std::string_view request) {
    if (ask(request).success) fail("accepted what must be refused");
}

std::vector<std::string> Conversation::ask_lines(std::string_view request) {
    const Reply head = ask(request);
    if (!head.success) fail("a sound request is refused");
    std::vector<std::string> lines = head.lines;
    if (gtp()) return lines;
    const std::string asked = sent_;
    const std::string end = fmt::format("{}", kFirstSettled + settled_++);
    send(end + " name\n");
    for (std::string line; line = next_line(), !is_answer(line);) {
        if (lines.size() == kMostLines) fail("an answer without end");
        lines.push_back(std::move(line));
    }
    sent_ = asked;
    received_ = lines.front();
    return lines;
}

std::vector<Reply> Conversation::settle() {
    const std::string sent = sent_;
    const std::string id = fmt::format("{}", kFirstSettled + settled_++);
    send(id + " name\n");
    sent_ = sent;
    std::vector<Reply> replies;
    std::string received;
    for (;;) {
        Reply reply = read();
        if (reply.id == id) break;
        if (replies.size() == kMostLines) fail("answers without end");
        if (replies.empty()) received = received_;
        replies.push_back(std::move(reply));
    }
    received_ = received;
    return replies;
}

void Conversation::expect_quiet() {
    if (!settle().empty()) fail("more than one answer to a request");
}

void Conversation::expect_gone(Milliseconds patience) {
    if (process_->end(patience).killed) {
        throw StepFailure(fmt::format("the process still runs after {} ms", patience));
    }
}

void Conversation::expect_end(Milliseconds patience) {
    expect_gone(patience);
    const Ending ending = process_->end(0);
    if (!ending.clean()) throw StepFailure(fmt::format("it ended with {}", to_text(ending)));
}

void Conversation::fail(std::string_view reason) {
    const std::string got = received_.empty() ? "nothing" : quoted(received_);
    throw StepFailure(fmt::format("{} (sent {}, got {})", reason, quoted(sent_), got));
}

}  // namespace anqi
