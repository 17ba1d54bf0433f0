package bot;

import arena.v1.Arena.Decision;
import arena.v1.Arena.GameStart;
import arena.v1.Arena.Tile;
import java.util.List;
import java.util.Random;

/** What does this bot play? Anything that is allowed. This is the file to replace. */
final class Policy {
  private final List<Tile> tiles;
  private final Random random = new Random();

  /** Told of all tiles that exist, once; tiles.get(id) is what every other message means by a tile. */
  Policy(List<Tile> tiles) {
    this.tiles = tiles;
  }

  /** Told of each game before its first decision; forget the game before. */
  void newGame(GameStart start) {}

  /** The index of an action in decision.getLegalList(). */
  int choose(Decision decision) {
    return random.nextInt(decision.getLegalCount());
  }
}
