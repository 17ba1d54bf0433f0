package bot;

import static bot.Catalogue.KINDS;
import static bot.Catalogue.MEDINA;
import static bot.Catalogue.NO_KIND;

import arena.v1.Arena.Action;
import arena.v1.Arena.Card;
import arena.v1.Arena.Observation;
import arena.v1.Arena.Placed;
import arena.v1.Arena.Slot;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/** What does the policy know of a decision, and what is each action worth? */
final class Table {
  private static final int KIND_POINT = 8; // half a point: the gain of a kind looks at two tiles
  private static final int CITY_POINT = 16; // a point for wall, camps, bazaars or falcons
  private static final int COIN = 9; // money worth 1,
  private static final int TILES_PER_COIN = 2; // but no more than one for so many tiles in the bag
  private static final int CARD = 6; // a money card, whatever its value
  private static final int EXTRA = 100; // an extra action
  private static final int INEXACT = 4; // a tile that cannot be paid exactly yet has one part in so many of its gain
  private static final int SCORINGS = 3;

  private final Catalogue tiles;
  private final Observation seen;
  private final int seat;
  private final int held; // scorings held
  private final int coin;
  private final Palace palace;
  private final List<int[]> counts = new ArrayList<>(); // in halves, by seat and kind, Dirk as one seat more
  private final City city;
  private final int before;
  private final Purse hand;
  private final Map<Integer, Integer> gains = new HashMap<>();

  Table(Catalogue tiles, Observation seen) {
    this.tiles = tiles;
    this.seen = seen;
    seat = seen.getViewer();
    held = seen.getScoringsCount();
    coin = Math.min(COIN, seen.getBagSize() / TILES_PER_COIN);
    palace = new Palace(seen);
    for (var one : seen.getSeatsList()) {
      counts.add(count(one.getCityList().stream().mapToInt(Placed::getTile)));
    }
    if (seen.hasDirk()) {
      counts.add(count(seen.getDirk().getTilesList().stream().mapToInt(Integer::intValue)));
    }
    for (var half : seen.getPalace().getHalfBuildingsList()) {
      counts.get(half.getSeat())[half.getKind().getNumber() - 1]++;
    }
    city = new City(tiles, seen.getSeats(seat).getCityList());
    before = cityValue();
    hand = new Purse().with(seen.getSeats(seat).getHand().getCardsList());
  }

  int value(Action action) {
    int tile = action.getTile();
    return switch (action.getVerb()) {
      case VERB_TAKE -> take(action.getCardsList());
      case VERB_BUY -> buy(action);
      case VERB_FAVOUR -> bought(sold(action), action.getCardsList());
      case VERB_PLACE, VERB_BUILD -> kindGain(tile, 0) + site(square(action), tile);
      case VERB_REMOVE -> removed(tile) - kindGain(tile, 1);
      case VERB_EXCHANGE -> exchanged(square(action), tile);
      case VERB_FALCON -> falcon(action.getName()) - worth(action.getCardsList());
      default -> ability(action);
    };
  }

  /** What an ability is worth, or an answer to one of the Red Palace's own decisions. */
  private int ability(Action action) {
    List<Card> cards = action.getCardsList();
    return switch (action.getVerb()) {
      case VERB_SCOUT -> {
        int tile = seen.getPalace().getPreview(action.getNumber() - 1).getTile();
        yield bought(tile, cards) + EXTRA - worth(List.of(action.getFee())) - palace.cost(1);
      }
      case VERB_CHOOSE -> take(palace.set(action.getNumber()));
      case VERB_TELLER -> take(cards) - palace.cost(1);
      case VERB_EXCHANGER -> {
        Slot other = seen.getMarket(action.getSlot() - 1);
        int taken = other.hasTile() ? kindGain(other.getTile(), 0) : 0;
        yield taken - kindGain(action.getTile(), 0) - worth(cards) - palace.cost(1);
      }
      case VERB_ARCHITECT -> {
        int kind = Palace.kindNamed(action.getName());
        int own = counts.get(seat)[kind];
        yield 2 * KIND_POINT * (points(kind, own + 1) - points(kind, own)) - palace.cost(2);
      }
      case VERB_MASON, VERB_PAVER, VERB_CAPTAIN -> -palace.cost(1);
      case VERB_PAY -> seen.getSeats(seat).getReserveList().contains(action.getTile()) ? 1 : 0;
      default -> 0; // reserve, give, wake, decline, done, pass, end, post, wall
    };
  }

  private int[] count(IntStream ids) {
    int[] count = new int[KINDS];
    ids.map(id -> tiles.get(id).kind()).filter(kind -> kind != NO_KIND).forEach(kind -> count[kind] += 2);
    return count;
  }

  private int square(Action action) {
    return city.square(action.getSquare().getX(), action.getSquare().getY());
  }

  private int toCome() {
    return SCORINGS - held;
  }

  private int cityValue() {
    return CITY_POINT * city.points(toCome());
  }

  /** What the city gains by a tile on an empty square, its kind apart. */
  private int site(int square, int tile) {
    city.put(square, tile);
    int after = cityValue();
    city.lift(square);
    return after - before;
  }

  /** What the city gains if a tile is gone, its kind apart. */
  private int removed(int tile) {
    int square = city.where(tile);
    city.lift(square);
    int after = cityValue();
    city.put(square, tile);
    return after - before;
  }

  private int exchanged(int square, int tile) {
    int old = city.lift(square);
    int value = site(square, tile);
    city.put(square, old);
    if (tiles.get(tile).kind() == tiles.get(old).kind()) {
      return value;
    }
    return value + kindGain(tile, 0) - kindGain(old, 1);
  }

  /** What one more tile of a kind gains, counted from so many fewer than the city has. */
  private int kindGain(int tile, int less) {
    int kind = tiles.get(tile).kind();
    if (kind == NO_KIND) {
      return 0;
    }
    int own = counts.get(seat)[kind] - 2 * less;
    return KIND_POINT * (points(kind, own + 2) - points(kind, Math.max(own - 2, own % 2)));
  }

  /** What so many half tiles of a kind earn in the scorings to come, if nobody else gets another. */
  private int points(int kind, int own) {
    int points = 0;
    for (int scoring = held + 1; scoring <= SCORINGS; scoring++) {
      points += kind == MEDINA ? medinas(scoring, own) : share(scoring, kind, own);
    }
    return points;
  }

  /** What so many half tiles of a kind earn in one scoring. */
  private int share(int scoring, int kind, int own) {
    if (own == 0) {
      return 0;
    }
    int above = others(kind, count -> count > own);
    int tied = 1 + others(kind, count -> count == own);
    int points = 0;
    for (int place = above; place < Math.min(above + tied, scoring); place++) {
      points += palace.row(scoring, kind) + (place == scoring - 1 ? 1 : 8 * (scoring - 1 - place));
    }
    return points / tied;
  }

  /** About what so many half medinas cost in one scoring. */
  private int medinas(int scoring, int own) {
    int fewer = others(MEDINA, count -> count < own);
    return -3 * Math.max(scoring - fewer, 0) - (own == 0 ? scoring : 0);
  }

  /** How many other seats have a number of half tiles of a kind that fulfils a condition. */
  private int others(int kind, IntPredicate condition) {
    int found = 0;
    for (int other = 0; other < counts.size(); other++) {
      if (other != seat && condition.test(counts.get(other)[kind])) {
        found++;
      }
    }
    return found;
  }

  /** What a tile would gain on the best square that seems to take it, and not below 0. */
  private int gain(int tile) {
    Integer known = gains.get(tile);
    if (known != null) {
      return known;
    }
    int best = 0;
    int kindGain = kindGain(tile, 0);
    for (int square : city.frontier()) {
      if (city.fits(square, tile)) {
        best = Math.max(best, kindGain + site(square, tile));
      }
    }
    gains.put(tile, best);
    return best;
  }

  /** What a purchase gains, with the extra action that it brings, and what the guards for its abilities cost. */
  private int buy(Action action) {
    String abilities = action.getUsing();
    int guards = abilities.isEmpty() ? 0 : abilities.split("\\+").length;
    int extra = abilities.contains("haggler") || isExact(action.getCardsList()) ? EXTRA : 0;
    return bought(sold(action), action.getCardsList()) + extra - palace.cost(guards);
  }

  /** The tile of a purchase. */
  private int sold(Action action) {
    return action.hasTile() ? action.getTile() : seen.getMarket(action.getSlot() - 1).getTile();
  }

  /** What a tile gains, and its guards, less the money. */
  private int bought(int tile, List<Card> cards) {
    return gain(tile) + Palace.GUARD * tiles.get(tile).towers() - worth(cards);
  }

  /** Whether cards are the very price in the slot of their currency. */
  private boolean isExact(List<Card> cards) {
    if (cards.isEmpty()) {
      return false;
    }
    int paid = cards.stream().mapToInt(Card::getValue).sum();
    Slot beside = seen.getMarket(cards.get(0).getCurrency().getNumber() - 1);
    return beside.hasTile() && tiles.get(beside.getTile()).price() == paid;
  }

  /** What cards count. */
  private int worth(List<Card> cards) {
    return cards.stream().mapToInt(card -> CARD + coin * card.getValue()).sum();
  }

  /** What cards gain: themselves, and how much nearer they bring the tiles of the market. */
  private int take(List<Card> cards) {
    return ready(hand.with(cards)) - ready(hand) + worth(cards);
  }

  /** What the tiles of the market would gain, as far as the hand can pay for them. */
  private int ready(Purse purse) {
    int value = 0;
    for (int slot = 0; slot < seen.getMarketCount(); slot++) {
      if (seen.getMarket(slot).hasTile()) {
        int tile = seen.getMarket(slot).getTile();
        int price = tiles.get(tile).price();
        value +=
            purse.paysExactly(slot, price)
                ? gain(tile)
                : gain(tile) * Math.min(purse.total()[slot], price) / (INEXACT * price);
      }
    }
    return value;
  }

  /** Two points for the first falcon of a colour, four more for the second and so on, in every scoring to come. */
  private int falcon(String name) {
    long owned =
        seen.getFalconsList().stream()
            .filter(standing -> standing.getSeat() == seat && colour(standing.getName()).equals(colour(name)))
            .count();
    return CITY_POINT * 2 * ((int) owned + 1) * toCome();
  }

  private static String colour(String falcon) {
    return falcon.split("-")[1];
  }
}
