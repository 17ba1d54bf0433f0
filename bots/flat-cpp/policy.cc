#include "policy.h"

#include <algorithm>

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::nanoseconds kMoveTime = std::chrono::milliseconds(200);  // if the clock allows it
constexpr int kStages = 4;   // after each, the worse half of the actions is given up
constexpr int kGuesses = 8;  // whole games that fit what is known, for each stage
constexpr int kTurns = 20;   // that are played on before the position is judged

}  // namespace

int Policy::choose(const arena::v1::Decision& decision) {
  engine_.hear(decision);
  const auto stop = Clock::now() + std::min(kMoveTime, budget(decision)) * 9 / 10;
  std::vector<Tally> open;
  for (int index = 0; index < decision.legal_size(); ++index) {
    open.push_back({index});
  }
  for (int stage = 0; stage < kStages && open.size() > 1; ++stage) {
    try_out(decision, open, (stop - Clock::now()) / (kStages - stage));
    std::sort(open.begin(), open.end(), [](const Tally& a, const Tally& b) { return a.mean() > b.mean(); });
    open.resize((open.size() + 1) / 2);
  }
  const Tally& best = open.front();
  info_.set_win(best.wins / std::max(best.playouts, 1.0));
  info_.set_iterations(static_cast<std::uint64_t>(best.playouts));
  return best.index;
}

// Plays on after each of the actions for as long as it may, and adds up what came of it.
void Policy::try_out(const arena::v1::Decision& decision, std::vector<Tally>& open, std::chrono::nanoseconds most) {
  arena::v1::PlayoutsRequest request;
  *request.mutable_states() = engine_.determine(kGuesses).states();
  for (const Tally& one : open) {
    *request.add_actions() = decision.legal(one.index);
  }
  request.set_count(1000);
  request.set_policy(arena::v1::POLICY_HEURISTIC);
  request.set_turns(kTurns);
  request.set_budget_ns(std::max<std::int64_t>(most.count(), 1));
  const auto came = engine_.call(&Engine::Stub::Playouts, request, arena::v1::PlayoutResults());
  const int seat = static_cast<int>(decision.observation().viewer());
  for (std::size_t i = 0; i < open.size(); ++i) {
    const auto& result = came.results(static_cast<int>(i));
    open[i].playouts += result.playouts();
    open[i].reward += result.playouts() * result.rewards(seat);
    open[i].wins += result.playouts() * result.wins(seat);
  }
}
