package bot;

import arena.v1.Arena.Placed;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What is a city worth, its kinds apart, and where would a tile fit?
 *
 * <p>It lies on a grid with a margin of two empty squares, so that every neighbour of a neighbour is on it.
 */
final class City {
  private static final int NOTHING = -1; // an empty square
  private static final int CLOCKWISE = 1;
  private static final int BACKWARDS = 3;

  private record Face(int square, int side) {}

  private final Catalogue tiles;
  private final int width;
  private final int origin;
  private final int[] cells; // ids of tiles, or NOTHING
  private final List<Integer> spots = new ArrayList<>(); // the squares with tiles
  private final int[] steps;

  City(Catalogue tiles, List<Placed> placed) {
    int west = 0;
    int east = 0;
    int south = 0;
    int north = 0;
    for (Placed one : placed) {
      west = Math.min(west, one.getX());
      east = Math.max(east, one.getX());
      south = Math.min(south, one.getY());
      north = Math.max(north, one.getY());
    }
    this.tiles = tiles;
    width = east - west + 5;
    origin = (2 - south) * width + 2 - west;
    cells = new int[width * (north - south + 5)];
    Arrays.fill(cells, NOTHING);
    steps = new int[] {width, 1, -width, -1};
    for (Placed one : placed) {
      put(square(one.getX(), one.getY()), one.getTile());
    }
  }

  int square(int x, int y) {
    return origin + y * width + x;
  }

  void put(int square, int tile) {
    cells[square] = tile;
    spots.add(square);
  }

  /** Takes the tile of a square away and returns it. */
  int lift(int square) {
    int tile = cells[square];
    cells[square] = NOTHING;
    spots.remove(spots.lastIndexOf(square));
    return tile;
  }

  /** The square of a tile of the city. */
  int where(int tile) {
    return spots.stream().filter(spot -> cells[spot] == tile).findFirst().orElseThrow();
  }

  /** The empty squares beside a tile. */
  Set<Integer> frontier() {
    Set<Integer> squares = new LinkedHashSet<>();
    for (int spot : spots) {
      for (int step : steps) {
        if (cells[spot + step] == NOTHING) {
          squares.add(spot + step);
        }
      }
    }
    return squares;
  }

  /** Whether a tile agrees with its neighbours there and joins one of them; holes are not looked for. */
  boolean fits(int square, int tile) {
    Catalogue.Tile mine = tiles.get(tile);
    boolean joins = false;
    for (int side = 0; side < 4; side++) {
      int other = cells[square + steps[side]];
      if (other == NOTHING) {
        continue;
      }
      Catalogue.Tile theirs = tiles.get(other);
      boolean marked = mine.marks()[side];
      boolean oneCamp = mine.camp() != theirs.camp();
      if (marked != theirs.marks()[side ^ 2] || ((mine.camp() || theirs.camp()) && marked != oneCamp)) {
        return false;
      }
      joins |= oneCamp ? mine.camp() : !mine.camp() && !marked;
    }
    return joins;
  }

  /** What the city as it is earns in so many scorings, its kinds apart: wall, camps and bazaars. */
  int points(int scorings) {
    int wall = 0;
    int camps = 0;
    int bazaars = 0;
    for (int spot : spots) {
      Catalogue.Tile tile = tiles.get(cells[spot]);
      for (int side = 0; side < 4; side++) {
        if (!tile.marks()[side]) {
          continue;
        }
        Face face = new Face(spot, side);
        if (tile.camp()) {
          camps += line(face);
        } else if (!solid(spot + steps[side]) && !walled(next(face, BACKWARDS))) {
          wall = Math.max(wall, run(face));
        }
      }
      if (tile.sells().length > 0) {
        bazaars += around(spot, tile.sells());
      }
    }
    return (wall + camps) * scorings + bazaars;
  }

  /** Whether a tile that is not a camp lies there. */
  private boolean solid(int square) {
    return cells[square] != NOTHING && !tiles.get(cells[square]).camp();
  }

  private boolean walled(Face face) {
    return tiles.get(cells[face.square]).marks()[face.side];
  }

  /** The outline side after another one, clockwise or backwards. */
  private Face next(Face face, int turn) {
    int turned = (face.side + turn) % 4;
    int ahead = face.square + steps[turned];
    int corner = ahead + steps[face.side];
    if (!solid(ahead)) {
      return new Face(face.square, turned);
    }
    return solid(corner) ? new Face(corner, (face.side + 4 - turn) % 4) : new Face(ahead, face.side);
  }

  /** How many walls follow each other clockwise from here. */
  private int run(Face face) {
    int length = 0;
    for (Face at = face; walled(at); at = next(at, CLOCKWISE)) {
      length++;
    }
    return length;
  }

  /** How many tiles lie in a row from a camp's bastion. */
  private int line(Face face) {
    int length = 0;
    while (solid(face.square + steps[face.side] * (length + 1))) {
      length++;
    }
    return length;
  }

  /** The points of a bazaar: the buildings of its kinds around it, times how many of its kinds. */
  private int around(int square, int[] sells) {
    int buildings = 0;
    int different = 0;
    for (int kind : sells) {
      int found = 0;
      for (int row = -1; row <= 1; row++) {
        for (int column = -1; column <= 1; column++) {
          int tile = cells[square + row * width + column];
          if (tile != NOTHING && tiles.get(tile).kind() == kind) {
            found++;
          }
        }
      }
      buildings += found;
      different += Math.min(found, 1);
    }
    return buildings * different;
  }
}
