// What does the Red Palace add to a decision? Guards, strips and sets; in the classic edition nothing.
#pragma once

#include <array>
#include <string>

#include "arena.pb.h"

constexpr int kGuard = 24;  // a guard, and a guard tower that will have one

// What the edition adds for the seat that decides.
class Palace {
 public:
  explicit Palace(const arena::v1::Observation& seen);

  // What so many guards are worth, or the points in their place.
  int cost(int guards) const;

  // The place of a kind on the strip of a scoring, from 0; without strips it is the kind itself.
  int row(int scoring, int kind) const { return rows_[scoring - 1][kind]; }

  // The cards of a set.
  const google::protobuf::RepeatedPtrField<arena::v1::Card>& set(unsigned number) const;

 private:
  const arena::v1::Palace& seen_;
  const int held_;  // scorings held
  int guards_ = 0;  // on tiles of the own city and reserve
  std::array<std::array<int, 6>, 3> rows_{};
};

// The number of a kind, by its name.
int kind_named(const std::string& name);
