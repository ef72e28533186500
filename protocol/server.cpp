#include "protocol/server.h"

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <exception>
#include <fmt/format.h>
#include <poll.h>
#include <string>
#include <sys/eventfd.h>
#include <thread>
#include <unistd.h>
#include <utility>

#include "engine/core/notation.h"
#include "protocol/failure.h"
#include "protocol/interrupts.h"
#include "protocol/line_queue.h"
#include "protocol/line_reader.h"
#include "protocol/registry.h"
#include "protocol/request.h"
#include "protocol/response.h"
#include "protocol/session.h"
#include "protocol/transcript.h"

namespace anqi {
namespace {

// Lets one thread end another's poll().
class Bell {
  public:
    Bell() : fd_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}
    ~Bell() { ::close(fd_); }
    Bell(const Bell&) = delete;
    Bell& operator=(const Bell&) = delete;

    int fd() const { return fd_; }
    void ring() { (void)::eventfd_write(fd_, 1); }
    void silence() {
        eventfd_t count;
        (void)::eventfd_read(fd_, &count);
    }

  private:
    int fd_;
};

bool blank(std::string_view text) { return split_words(without_comment(text)).empty(); }

// The reading half. Runs on a thread of its own, never blocks but in poll(), and so notices both a
// `stop` and the death of the host while the executing thread is deep in thought.
class Reader {
  public:
    Reader(int in_fd, int out_fd, Transcript& transcript, Interrupts& interrupts, LineQueue& queue)
        : in_fd_(in_fd),
          out_fd_(out_fd),
          transcript_(transcript),
          interrupts_(interrupts),
          queue_(queue),
          lines_([this](Line line) { take(std::move(line)); }),
          thread_([this] { run(); }) {}

    ~Reader() {
        closing_ = true;
        bell_.ring();
        thread_.join();
    }

    // To be called after an item was taken from the queue: there may be room again.
    void item_taken() {
        if (waiting_for_room_.exchange(false)) bell_.ring();
    }

  private:
    void run() {
        while (!closing_) {
            std::array<pollfd, 3> watched = {
                pollfd{may_read() ? in_fd_ : -1, POLLIN, 0},
                pollfd{out_fd_, 0, 0},
                pollfd{bell_.fd(), POLLIN, 0},
            };
            if (::poll(watched.data(), watched.size(), -1) < 0) continue;  // EINTR
            if (watched[1].revents & (POLLERR | POLLHUP | POLLNVAL)) return hang_up();
            if (watched[2].revents) bell_.silence();
            if (watched[0].revents) read_some();
        }
    }

    bool may_read() {
        if (input_ended_) return false;
        // Announced first and asked then, or the room made in between would go unnoticed.
        waiting_for_room_ = true;
        if (queue_.full()) return false;
        waiting_for_room_ = false;
        return true;
    }

    void read_some() {
        std::array<char, 4096> buffer;
        const ssize_t n = ::read(in_fd_, buffer.data(), buffer.size());
        if (n < 0 && (errno == EINTR || errno == EAGAIN || errno == EWOULDBLOCK)) return;
        if (n > 0) return lines_.feed({buffer.data(), static_cast<std::size_t>(n)});
        lines_.finish();
        input_ended_ = true;
        interrupts_.input_ended();
        queue_.close();
    }

    void take(Line line) {
        transcript_.received(line.text);
        if (!line.too_long && blank(line.text)) return;
        const Sequence sequence = ++newest_;
        if (!line.too_long) watch_for_stop(line.text, sequence);
        queue_.push({sequence, std::move(line)});
        interrupts_.line_arrived(sequence);
    }

    void watch_for_stop(const std::string& text, Sequence sequence) {
        const Request request{std::string(without_comment(text))};
        if (request.name() == "stop" || request.name() == "quit") interrupts_.stop_before(sequence);
    }

    void hang_up() {
        interrupts_.hang_up();
        queue_.abandon();
    }

    const int in_fd_;
    const int out_fd_;
    Transcript& transcript_;
    Interrupts& interrupts_;
    LineQueue& queue_;
    LineReader lines_;
    Bell bell_;
    Sequence newest_ = 0;
    bool input_ended_ = false;
    std::atomic<bool> waiting_for_room_{false};
    std::atomic<bool> closing_{false};
    std::thread thread_;  // last: it uses all the others
};

// The executing half.
class Executor {
  public:
    Executor(const Configuration& configuration, const Clock& clock, Transcript& transcript,
             ResponseWriter& writer, Interrupts& interrupts)
        : writer_(writer),
          interrupts_(interrupts),
          session_(configuration, clock, transcript, writer, interrupts) {}

    // Uses the time until the next request, if it is the opponent's. Ends with the arrival of a
    // line, with the input, or when nobody listens any more, all of which the flag tells at once.
    void ponder() {
        if (!session_.wants_to_ponder()) return;
        interrupts_.begin(newest_);
        interrupts_.end_with_any_line();
        interrupts_.end_with_input();
        if (!interrupts_.flag().requested()) session_.ponder();
        interrupts_.finish();
    }

    void execute(const LineQueue::Item& item) {
        newest_ = item.sequence;
        interrupts_.begin(newest_);
        if (item.line.too_long) {
            refuse_long(item.line.text);
        } else {
            answer(Request{std::string(without_comment(item.line.text))});
        }
        interrupts_.finish();
        writer_.set_dialect(session_.configuration().dialect);
    }

    bool done() const { return session_.quitting() || writer_.gone(); }

  private:
    void answer(const Request& request) {
        if (request.id().size() > kMaxId) {
            return writer_.failure({}, fmt::format("the id {} is longer than {} characters",
                                                   quoted(request.id()), kMaxId));
        }
        try {
            writer_.success(request.id(), run(session_, request));
        } catch (const Failure& failure) {
            writer_.failure(request.id(), failure.what());
        } catch (const std::exception& error) {
            // No command is expected to come here; the host is owed an answer all the same.
            writer_.failure(request.id(), fmt::format("internal error: {}", error.what()));
        }
    }

    void refuse_long(std::string_view head) {
        const Request request{std::string(head.substr(0, 2 * kMaxId))};
        const std::string_view id = request.id().size() <= kMaxId ? request.id() : "";
        writer_.failure(id, fmt::format("the line is longer than {} bytes", kMaxLine));
    }

    ResponseWriter& writer_;
    Interrupts& interrupts_;
    Session session_;
    Sequence newest_ = 0;  // that was executed
};

}  // namespace

void serve(int in_fd, int out_fd, const Configuration& wanted, const Clock& clock) {
    Configuration configuration = wanted;
    Transcript transcript;
    const Status logged = transcript.open(configuration.log);
    if (!logged) {
        fmt::print(stderr, "warning: {}; playing without a log\n", logged.error());
        configuration.log.clear();
    }
    ResponseWriter writer(out_fd, transcript);
    writer.set_dialect(configuration.dialect);
    Interrupts interrupts;
    LineQueue queue;
    Executor executor(configuration, clock, transcript, writer, interrupts);
    Reader reader(in_fd, out_fd, transcript, interrupts, queue);
    while (const auto item = queue.pop()) {
        reader.item_taken();
        executor.execute(*item);
        if (executor.done()) break;
        executor.ponder();
    }
}

}  // namespace anqi
