// What does this bot play? Anything that is allowed. This and policy.cc are the files to replace.
#pragma once

#include <random>

#include "arena.pb.h"

// Decides, for all games of a match.
class Policy {
 public:
  // Told of all tiles that exist, once: welcome.tiles(id) is what every other message means by a tile.
  explicit Policy(const arena::v1::Welcome& welcome);

  // Told of each game before its first decision; forget the game before.
  void new_game(const arena::v1::GameStart& start);

  // The index of an action in decision.legal().
  int choose(const arena::v1::Decision& decision);

 private:
  arena::v1::Welcome welcome_;
  std::mt19937 random_{std::random_device{}()};
};
