// What is a city worth, its kinds apart, and where would a tile fit?
#pragma once

#include <array>
#include <vector>

#include "catalogue.h"

// A city on a grid with a margin of two empty squares, so that every neighbour of a neighbour is on it.
class City {
 public:
  City(const Catalogue& tiles, const arena::v1::Seat& seat);

  int square(int x, int y) const { return origin_ + y * width_ + x; }
  void put(int square, int tile);
  int lift(int square);           // takes the tile of a square away and returns it
  int where(int tile) const;      // the square of a tile of the city
  std::vector<int> frontier() const;  // the empty squares beside a tile

  // Whether a tile agrees with its neighbours there and joins one of them; holes are not looked for.
  bool fits(int square, int tile) const;

  // What the city as it is earns in so many scorings, its kinds apart: wall, camps and bazaars.
  int points(int scorings) const;

 private:
  static constexpr int kNothing = -1;  // an empty square

  struct Face {
    int square;
    int side;
  };

  bool solid(int square) const;  // whether a tile that is not a camp lies there
  bool walled(Face face) const;
  Face next(Face face, int turn) const;  // the outline side after another, clockwise with 1, backwards with 3
  int run(Face face) const;              // how many walls follow each other clockwise from here
  int line(Face face) const;             // how many tiles lie in a row from a camp's bastion
  int around(int square, const std::vector<int>& sells) const;  // the points of a bazaar

  const Catalogue& tiles_;
  int width_ = 0;
  int origin_ = 0;
  std::vector<int> cells_;  // ids of tiles, or kNothing
  std::vector<int> spots_;  // the squares with tiles
  std::array<int, 4> steps_{};
};
