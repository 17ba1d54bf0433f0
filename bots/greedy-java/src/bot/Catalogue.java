package bot;

import arena.v1.Arena.TileGroup;
import java.util.ArrayList;
import java.util.List;

/** What does the policy need to know of the tiles? */
final class Catalogue {
  static final int NO_KIND = -1;
  static final int MEDINA = 6; // medinas are counted like a seventh kind
  static final int KINDS = 7;

  /**
   * A tile.
   *
   * @param kind 0 to 5 for buildings, MEDINA, or NO_KIND
   * @param marks by side, N E S W: its walls, for a camp its bastions
   * @param sells the kinds of a bazaar
   * @param towers how many guard towers it has
   */
  record Tile(int kind, int price, boolean[] marks, boolean camp, int[] sells, int towers) {
    Tile carrying(int piece) {
      return new Tile(piece, price, marks, camp, sells, towers);
    }

    Tile walledOn(int side) {
      boolean[] more = marks.clone();
      more[side] = true;
      return new Tile(kind, price, more, camp, sells, towers);
    }
  }

  private static final String SIDES = "NESW";

  private final List<Tile> tiles;

  private Catalogue(List<Tile> tiles) {
    this.tiles = tiles;
  }

  static Catalogue of(List<arena.v1.Arena.Tile> known) {
    List<Tile> tiles = new ArrayList<>();
    for (var tile : known) {
      boolean[] marks = new boolean[4];
      for (int side = 0; side < 4; side++) {
        marks[side] = tile.getWalls().indexOf(SIDES.charAt(side)) >= 0;
      }
      int[] sells = tile.getKindsList().stream().mapToInt(kind -> kind.getNumber() - 1).toArray();
      boolean camp = tile.getGroup() == TileGroup.TILE_GROUP_CAMP;
      tiles.add(new Tile(kindOf(tile), tile.getPrice(), marks, camp, sells, tile.getTowers().length()));
    }
    return new Catalogue(tiles);
  }

  /** The tiles as they lie now: in the Red Palace floor tiles carry pieces, and tiles have got walls. */
  Catalogue laidOut(arena.v1.Arena.Palace palace) {
    List<Tile> now = new ArrayList<>(tiles);
    for (var piece : palace.getPiecesList()) {
      now.set(piece.getTile(), now.get(piece.getTile()).carrying(piece.getKind().getNumber() - 1));
    }
    for (var wall : palace.getWallPiecesList()) {
      now.set(wall.getTile(), now.get(wall.getTile()).walledOn(SIDES.indexOf(wall.getSide())));
    }
    return new Catalogue(now);
  }

  Tile get(int id) {
    return tiles.get(id);
  }

  private static int kindOf(arena.v1.Arena.Tile tile) {
    return switch (tile.getGroup()) {
      case TILE_GROUP_BUILDING -> tile.getKind().getNumber() - 1;
      case TILE_GROUP_MEDINA -> MEDINA;
      default -> NO_KIND;
    };
  }
}
