// What does the policy need to know of a tile?
#pragma once

#include <array>
#include <vector>

#include "arena.pb.h"

constexpr int kNoKind = -1;
constexpr int kMedina = 6;  // medinas are counted like a seventh kind
constexpr int kKinds = 7;

struct Tile {
  int kind = kNoKind;  // 0 to 5 for buildings, kMedina, or kNoKind
  int price = 0;
  std::array<bool, 4> marks{};  // by side, N E S W: its walls, for a camp its bastions
  bool camp = false;
  std::vector<int> sells;  // the kinds of a bazaar
  int towers = 0;          // guard towers
};

using Catalogue = std::vector<Tile>;

Catalogue catalogue(const arena::v1::Welcome& welcome);

// The tiles as they lie now: in the Red Palace floor tiles carry pieces, and tiles have got walls.
Catalogue laid_out(Catalogue tiles, const arena::v1::Palace& palace);
