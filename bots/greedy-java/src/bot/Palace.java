package bot;

import arena.v1.Arena.Card;
import arena.v1.Arena.Kind;
import arena.v1.Arena.MoneySet;
import arena.v1.Arena.Observation;
import arena.v1.Arena.Placed;
import arena.v1.Arena.Seat;
import arena.v1.Arena.TileSide;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** What does the Red Palace add to a decision? Guards, strips and sets; in the classic edition nothing. */
final class Palace {
  static final int GUARD = 24; // a guard, and a guard tower that will have one

  private static final int POINT = 16; // a point that is paid in its place
  private static final List<String> KINDS = List.of("pavilion", "seraglio", "arcades", "chambers", "garden", "tower");

  private final List<List<Kind>> strips;
  private final List<MoneySet> sets;
  private final int held; // scorings held
  private final int guards; // on tiles of the own city and reserve

  Palace(Observation seen) {
    var palace = seen.getPalace();
    strips = palace.getStripsList().stream().map(strip -> strip.getKindsList()).toList();
    sets = palace.getSetsList();
    held = seen.getScoringsCount();
    Seat own = seen.getSeats(seen.getViewer());
    Set<Integer> tiles = own.getCityList().stream().map(Placed::getTile).collect(Collectors.toCollection(HashSet::new));
    tiles.addAll(own.getReserveList());
    guards = (int) palace.getGuardsList().stream().map(TileSide::getTile).filter(tiles::contains).count();
  }

  /** What so many guards are worth, or the points in their place. */
  int cost(int wanted) {
    int paid = Math.min(wanted, guards);
    return paid * GUARD + (wanted - paid) * POINT * (held + 1);
  }

  /** The place of a kind on the strip of a scoring, from 0; without strips it is the kind itself. */
  int row(int scoring, int kind) {
    return strips.isEmpty() ? kind : strips.get(scoring - 1).indexOf(Kind.forNumber(kind + 1));
  }

  /** The cards of a set. */
  List<Card> set(int number) {
    return sets.stream().filter(set -> set.getNumber() == number).findFirst().orElseThrow().getCardsList();
  }

  /** The number of a kind, by its name. */
  static int kindNamed(String name) {
    return KINDS.indexOf(name);
  }
}
