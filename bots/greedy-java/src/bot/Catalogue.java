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
   */
  record Tile(int kind, int price, boolean[] marks, boolean camp, int[] sells) {}

  private final List<Tile> tiles = new ArrayList<>();

  Catalogue(List<arena.v1.Arena.Tile> known) {
    for (var tile : known) {
      boolean[] marks = new boolean[4];
      for (int side = 0; side < 4; side++) {
        marks[side] = tile.getWalls().indexOf("NESW".charAt(side)) >= 0;
      }
      int[] sells = tile.getKindsList().stream().mapToInt(kind -> kind.getNumber() - 1).toArray();
      tiles.add(new Tile(kindOf(tile), tile.getPrice(), marks, tile.getGroup() == TileGroup.TILE_GROUP_CAMP, sells));
    }
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
