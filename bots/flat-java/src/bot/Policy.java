package bot;

import arena.v1.Arena;
import arena.v1.Arena.Decision;
import arena.v1.Arena.GameStart;
import arena.v1.Arena.Info;
import arena.v1.Arena.PlayoutsRequest;
import arena.v1.Arena.Tile;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** What does this bot play? What comes out best when the game is played on many times: flat Monte Carlo, with the engine. */
final class Policy implements Client.Teller {
  private static final long MOVE_TIME_NS = 200_000_000; // for a decision, if the clock allows it
  private static final int STAGES = 4; // after each, the worse half of the actions is given up
  private static final int GUESSES = 8; // whole games that fit what is known, for each stage
  private static final int TURNS = 20; // that are played on before the position is judged

  private final Engine engine = new Engine();
  private Info info = Info.getDefaultInstance();

  /** How the playouts of an action came out for this seat. */
  private static final class Tally {
    final int index;
    double playouts;
    double reward;
    double wins;

    Tally(int index) {
      this.index = index;
    }

    double mean() {
      return reward / playouts;
    }
  }

  /** The engine knows all tiles. */
  Policy(List<Tile> tiles) {}

  /** Nothing to forget: the engine sees by a decision that another game has begun. */
  void newGame(GameStart start) {}

  /** What the playouts of the last choice came to. */
  @Override
  public Info info() {
    return info;
  }

  /** The index of the action whose playouts had the best rewards. */
  int choose(Decision decision) {
    engine.hear(decision);
    long stop = System.nanoTime() + Math.min(MOVE_TIME_NS, Engine.budget(decision).toNanos()) * 9 / 10;
    List<Tally> open = new ArrayList<>();
    for (int index = 0; index < decision.getLegalCount(); index++) {
      open.add(new Tally(index));
    }
    for (int stage = 0; stage < STAGES && open.size() > 1; stage++) {
      tryOut(decision, open, (stop - System.nanoTime()) / (STAGES - stage));
      open.sort(Comparator.comparingDouble(Tally::mean).reversed());
      open = open.subList(0, (open.size() + 1) / 2);
    }
    Tally best = open.get(0);
    info = Info.newBuilder().setWin(best.wins / Math.max(best.playouts, 1)).setIterations((long) best.playouts).build();
    return best.index;
  }

  /** Plays on after each of the actions for as long as it may, and adds up what came of it. */
  private void tryOut(Decision decision, List<Tally> open, long mostNs) {
    var request =
        PlayoutsRequest.newBuilder()
            .addAllStates(engine.determine(GUESSES))
            .setCount(1000)
            .setPolicy(Arena.Policy.POLICY_HEURISTIC)
            .setTurns(TURNS)
            .setBudgetNs(Math.max(mostNs, 1));
    open.forEach(one -> request.addActions(decision.getLegal(one.index)));
    var results = engine.calls.playouts(request.build()).getResultsList();
    int seat = decision.getObservation().getViewer();
    for (int i = 0; i < open.size(); i++) {
      var result = results.get(i);
      open.get(i).playouts += result.getPlayouts();
      open.get(i).reward += result.getPlayouts() * result.getRewards(seat);
      open.get(i).wins += result.getPlayouts() * result.getWins(seat);
    }
  }
}
