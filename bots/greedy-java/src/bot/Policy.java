package bot;

import arena.v1.Arena.Decision;
import arena.v1.Arena.GameStart;
import arena.v1.Arena.Observation;
import arena.v1.Arena.Tile;
import java.util.List;

/** What would a sensible player do who looks one step ahead? The greedy policy, as docs/greedy.md of arena specifies it. */
final class Policy {
  private final Catalogue tiles;

  Policy(List<Tile> tiles) {
    this.tiles = Catalogue.of(tiles);
  }

  /** There is nothing to forget. */
  void newGame(GameStart start) {}

  /** The place of the best action, the earliest if several are equally good. */
  int choose(Decision decision) {
    Observation seen = decision.getObservation();
    Table table = new Table(tiles.laidOut(seen.getPalace()), seen);
    int best = 0;
    int most = Integer.MIN_VALUE;
    for (int place = 0; place < decision.getLegalCount(); place++) {
      int value = table.value(decision.getLegal(place));
      if (value > most) {
        best = place;
        most = value;
      }
    }
    return best;
  }
}
