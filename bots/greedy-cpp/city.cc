#include "city.h"

#include <algorithm>
#include <utility>

City::City(const Catalogue& tiles, const arena::v1::Seat& seat) : tiles_(tiles) {
  int west = 0, east = 0, south = 0, north = 0;
  for (const auto& placed : seat.city()) {
    west = std::min(west, placed.x());
    east = std::max(east, placed.x());
    south = std::min(south, placed.y());
    north = std::max(north, placed.y());
  }
  width_ = east - west + 5;
  origin_ = (2 - south) * width_ + 2 - west;
  cells_.assign(static_cast<std::size_t>(width_ * (north - south + 5)), kNothing);
  steps_ = {width_, 1, -width_, -1};
  for (const auto& placed : seat.city()) {
    put(square(placed.x(), placed.y()), static_cast<int>(placed.tile()));
  }
}

void City::put(int square, int tile) {
  cells_[square] = tile;
  spots_.push_back(square);
}

int City::lift(int square) {
  *std::find(spots_.begin(), spots_.end(), square) = spots_.back();
  spots_.pop_back();
  return std::exchange(cells_[square], kNothing);
}

int City::where(int tile) const {
  return *std::find_if(spots_.begin(), spots_.end(), [&](int spot) { return cells_[spot] == tile; });
}

std::vector<int> City::frontier() const {
  std::vector<int> squares;
  std::vector<bool> seen(cells_.size());
  for (int spot : spots_) {
    for (int step : steps_) {
      const int beside = spot + step;
      if (cells_[beside] == kNothing && !seen[beside]) {
        seen[beside] = true;
        squares.push_back(beside);
      }
    }
  }
  return squares;
}

bool City::fits(int square, int tile) const {
  const Tile& mine = tiles_[tile];
  bool joins = false;
  for (int side = 0; side < 4; ++side) {
    const int other = cells_[square + steps_[side]];
    if (other == kNothing) {
      continue;
    }
    const Tile& theirs = tiles_[other];
    const bool marked = mine.marks[side];
    const bool one_camp = mine.camp != theirs.camp;
    if (marked != theirs.marks[side ^ 2] || ((mine.camp || theirs.camp) && marked != one_camp)) {
      return false;
    }
    joins = joins || (one_camp ? mine.camp : !mine.camp && !marked);
  }
  return joins;
}

int City::points(int scorings) const {
  int wall = 0, camps = 0, bazaars = 0;
  for (int spot : spots_) {
    const Tile& tile = tiles_[cells_[spot]];
    for (int side = 0; side < 4; ++side) {
      if (!tile.marks[side]) {
        continue;
      }
      if (tile.camp) {
        camps += line({spot, side});
      } else if (!solid(spot + steps_[side]) && !walled(next({spot, side}, 3))) {
        wall = std::max(wall, run({spot, side}));
      }
    }
    if (!tile.sells.empty()) {
      bazaars += around(spot, tile.sells);
    }
  }
  return (wall + camps) * scorings + bazaars;
}

bool City::solid(int square) const {
  const int tile = cells_[square];
  return tile != kNothing && !tiles_[tile].camp;
}

bool City::walled(Face face) const { return tiles_[cells_[face.square]].marks[face.side]; }

City::Face City::next(Face face, int turn) const {
  const int turned = (face.side + turn) % 4;
  const int ahead = face.square + steps_[turned];
  const int corner = ahead + steps_[face.side];
  if (!solid(ahead)) {
    return {face.square, turned};
  }
  return solid(corner) ? Face{corner, (face.side + 4 - turn) % 4} : Face{ahead, face.side};
}

int City::run(Face face) const {
  int length = 0;
  for (; walled(face); face = next(face, 1)) {
    ++length;
  }
  return length;
}

int City::line(Face face) const {
  int length = 0;
  while (solid(face.square += steps_[face.side])) {
    ++length;
  }
  return length;
}

int City::around(int square, const std::vector<int>& sells) const {
  int buildings = 0, different = 0;
  for (int kind : sells) {
    int found = 0;
    for (int row : {-width_, 0, width_}) {
      for (int column : {-1, 0, 1}) {
        const int tile = cells_[square + row + column];
        found += tile != kNothing && tiles_[tile].kind == kind;
      }
    }
    buildings += found;
    different += std::min(found, 1);
  }
  return buildings * different;
}
