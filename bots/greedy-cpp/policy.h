// What would a sensible player do who looks one step ahead? The greedy policy, as docs/greedy.md of arena specifies it.
#pragma once

#include "catalogue.h"

// Decides, for all games of a match.
class Policy {
 public:
  explicit Policy(const arena::v1::Welcome& welcome) : tiles_(catalogue(welcome)) {}

  void new_game(const arena::v1::GameStart&) {}  // there is nothing to forget

  // The place of the best action, the earliest if several are equally good.
  int choose(const arena::v1::Decision& decision) const;

 private:
  Catalogue tiles_;
};
