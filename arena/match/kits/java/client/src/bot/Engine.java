package bot;

import arena.v1.Arena.Decision;
import arena.v1.Arena.DeterminizeRequest;
import arena.v1.Arena.Observation;
import arena.v1.Arena.ReleaseRequest;
import arena.v1.EngineGrpc;
import java.time.Duration;
import java.util.List;

/** How does a policy think ahead? With the engine: the rules as a service beside this bot, if bot.toml says `engine = true`. */
final class Engine {
  private static final long RESERVE_NS = 50_000_000; // kept back from the last of the time for the way to the referee

  /** Every call of the service. */
  final EngineGrpc.EngineBlockingStub calls;

  private final DeterminizeRequest.Builder known = DeterminizeRequest.newBuilder();
  private int game;

  /** Connects to the engine; nothing is sent until the first call. */
  Engine() {
    String socket = System.getenv("ARENA_ENGINE");
    if (socket == null) {
      throw new IllegalStateException("ARENA_ENGINE is not set: bot.toml must say engine = true");
    }
    calls = EngineGrpc.newBlockingStub(Client.channelTo(socket));
  }

  /** Remembers what happened. Call it with every decision, before all else. */
  void hear(Decision decision) {
    if (decision.getGame() != game) {
      game = decision.getGame();
      known.clearHistory();
    }
    known.addAllHistory(decision.getEventsList()).setObservation(decision.getObservation());
  }

  /** Forgets all states and makes new ones of what this seat knows. */
  List<Long> determine(int count) {
    calls.release(ReleaseRequest.newBuilder().setAll(true).build());
    return calls.determinize(known.setCount(count).build()).getStatesList();
  }

  /** How long to think now, so that the time lasts for the game: the increment and a fair part of the bank. */
  static Duration budget(Decision decision) {
    Observation seen = decision.getObservation();
    long bank = decision.getBankNs(seen.getViewer());
    long increment = decision.getIncrementNs();
    long left = 10 + 2L * seen.getBagSize() / seen.getSeatsCount(); // decisions that this seat still has
    long most = bank + increment;
    return Duration.ofNanos(Math.min(increment + bank / left, Math.max(most - RESERVE_NS, most / 2)));
  }
}
