// What does this bot play? What comes out best when the game is played on many times: flat Monte Carlo, with the engine.
#pragma once

#include <chrono>
#include <vector>

#include "arena.pb.h"
#include "engine.h"

// Decides, for all games of a match.
class Policy {
 public:
  // The engine knows all tiles.
  explicit Policy(const arena::v1::Welcome&) {}

  // Nothing to forget: the engine sees by a decision that another game has begun.
  void new_game(const arena::v1::GameStart&) {}

  // The index of the action whose playouts had the best rewards.
  int choose(const arena::v1::Decision& decision);

  // What the playouts of the last choice came to.
  arena::v1::Info info() const { return info_; }

 private:
  // How the playouts of an action came out for this seat.
  struct Tally {
    int index;
    double playouts = 0, reward = 0, wins = 0;
    double mean() const { return reward / playouts; }
  };

  void try_out(const arena::v1::Decision& decision, std::vector<Tally>& open, std::chrono::nanoseconds most);

  Engine engine_;
  arena::v1::Info info_;
};
