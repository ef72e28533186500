// How a search's findings are written.
#pragma once

#include <string>

#include "engine/search/searcher.h"
#include "protocol/configuration.h"
#include "protocol/response.h"

namespace anqi {

// One line per candidate, best first, at most `multipv`, without a newline at the end:
//   info rank 1 action a1a2 visits 812 value 0.1234 lower -1 upper 1 source search total 1000
//   time 210 pv a1a2 b3=k
// A flip shows what may come up, before the pv: outcomes K*1:0.1234,P*5:-0.2000
std::string info_text(const Report& report, int multipv);

// One JSON object:
//   {"visits":1000,"candidates":[{"action":"a1a2","visits":812,"value":0.1234,"lower":-1,"upper":1,
//   "pv":["a1a2","b3=k"]}]}
// A flip has a further member: "outcomes":[{"piece":"K","count":1,"visits":3,"value":0.1234},...].
std::string info_json(const Report& report, int multipv);

// Writes reports as they come.
class InfoWriter final : public ReportSink {
  public:
    InfoWriter(ResponseWriter& writer, const Configuration& configuration, Milliseconds interval)
        : writer_(writer),
          format_(configuration.info_format),
          multipv_(configuration.multipv),
          interval_(interval) {}

    void report(const Report& report) override;
    Milliseconds interval() const override { return interval_; }

  private:
    ResponseWriter& writer_;
    InfoFormat format_;
    int multipv_;
    Milliseconds interval_;
};

}  // namespace anqi
