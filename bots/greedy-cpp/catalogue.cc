#include "catalogue.h"

#include <string_view>

namespace pb = arena::v1;

namespace {

constexpr std::string_view kSides = "NESW";

int kind_of(const pb::Tile& tile) {
  switch (tile.group()) {
    case pb::TILE_GROUP_BUILDING:
      return tile.kind() - 1;
    case pb::TILE_GROUP_MEDINA:
      return kMedina;
    default:
      return kNoKind;
  }
}

}  // namespace

Catalogue catalogue(const pb::Welcome& welcome) {
  Catalogue known;
  for (const pb::Tile& tile : welcome.tiles()) {
    Tile& one = known.emplace_back();
    one.kind = kind_of(tile);
    one.price = static_cast<int>(tile.price());
    one.camp = tile.group() == pb::TILE_GROUP_CAMP;
    for (std::size_t side = 0; side < kSides.size(); ++side) {
      one.marks[side] = tile.walls().find(kSides[side]) != std::string::npos;
    }
    for (int i = 0; i < tile.kinds_size(); ++i) {
      one.sells.push_back(tile.kinds(i) - 1);
    }
    one.towers = static_cast<int>(tile.towers().size());
  }
  return known;
}

Catalogue laid_out(Catalogue tiles, const pb::Palace& palace) {
  for (const pb::Piece& piece : palace.pieces()) {
    tiles[piece.tile()].kind = piece.kind() - 1;
  }
  for (const pb::TileSide& wall : palace.wall_pieces()) {
    tiles[wall.tile()].marks[kSides.find(wall.side())] = true;
  }
  return tiles;
}
