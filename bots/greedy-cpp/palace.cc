#include "palace.h"

#include <algorithm>
#include <numeric>
#include <string_view>

namespace pb = arena::v1;

namespace {

constexpr int kPoint = 16;  // a point that is paid in a guard's place

// Whether a tile is in the city of a seat, or in its reserve.
bool has(const pb::Seat& seat, unsigned tile) {
  const auto& city = seat.city();
  const auto& reserve = seat.reserve();
  return std::any_of(city.begin(), city.end(), [tile](const pb::Placed& one) { return one.tile() == tile; }) ||
         std::find(reserve.begin(), reserve.end(), tile) != reserve.end();
}

}  // namespace

Palace::Palace(const pb::Observation& seen) : seen_(seen.palace()), held_(seen.scorings_size()) {
  for (auto& kinds : rows_) {
    std::iota(kinds.begin(), kinds.end(), 0);
  }
  for (int scoring = 0; scoring < seen_.strips_size(); ++scoring) {
    const pb::Strip& strip = seen_.strips(scoring);
    for (int row = 0; row < strip.kinds_size(); ++row) {
      rows_[scoring][strip.kinds(row) - 1] = row;
    }
  }
  const pb::Seat& own = seen.seats(static_cast<int>(seen.viewer()));
  for (const pb::TileSide& guard : seen_.guards()) {
    guards_ += has(own, guard.tile());
  }
}

int Palace::cost(int guards) const {
  const int paid = std::min(guards, guards_);
  return paid * kGuard + (guards - paid) * kPoint * (held_ + 1);
}

const google::protobuf::RepeatedPtrField<pb::Card>& Palace::set(unsigned number) const {
  const auto& sets = seen_.sets();
  return std::find_if(sets.begin(), sets.end(), [number](const pb::MoneySet& set) { return set.number() == number; })
      ->cards();
}

int kind_named(const std::string& name) {
  constexpr std::array<std::string_view, 6> kNames = {"pavilion", "seraglio", "arcades", "chambers", "garden", "tower"};
  return static_cast<int>(std::find(kNames.begin(), kNames.end(), name) - kNames.begin());
}
