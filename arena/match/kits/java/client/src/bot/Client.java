package bot;

import arena.v1.Arena.Answer;
import arena.v1.Arena.Decision;
import arena.v1.Arena.FromBot;
import arena.v1.Arena.Hello;
import arena.v1.Arena.Info;
import arena.v1.Arena.ToBot;
import arena.v1.RefereeGrpc;
import com.google.protobuf.ByteString;
import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollDomainSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.unix.DomainSocketAddress;
import io.grpc.stub.StreamObserver;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** How does this bot play a match? Hello, then an answer to every decision until the match is over. */
public final class Client implements StreamObserver<ToBot> {
  private final CompletableFuture<Void> over = new CompletableFuture<>();
  private StreamObserver<FromBot> referee;
  private Policy policy;

  public static void main(String[] arguments) throws InterruptedException {
    // Netty unpacks a library, and the sandbox has no /tmp.
    System.setProperty("java.io.tmpdir", setting("TMPDIR", "/tmp"));
    var client = new Client();
    var channel = channelTo(setting("ARENA_SOCKET", "/run/arena/seat.sock"));
    client.referee = RefereeGrpc.newStub(channel).play(client);
    client.referee.onNext(FromBot.newBuilder().setHello(hello()).build());
    try {
      client.over.get();
    } catch (ExecutionException gone) {
      gone.getCause().printStackTrace();
      System.exit(1);
    }
    System.exit(0); // the referee waits for us to leave
  }

  /** A channel to a Unix socket, with a thread of its own. */
  static ManagedChannel channelTo(String socket) {
    return NettyChannelBuilder.forAddress(new DomainSocketAddress(Path.of(socket).toAbsolutePath().toFile()))
        .overrideAuthority("localhost")
        .channelType(EpollDomainSocketChannel.class)
        .eventLoopGroup(new EpollEventLoopGroup(1))
        .directExecutor()
        .usePlaintext()
        .build();
  }

  @Override
  public void onNext(ToBot heard) {
    switch (heard.getMessageCase()) {
      case WELCOME -> policy = new Policy(heard.getWelcome().getTilesList());
      case GAME_START -> policy.newGame(heard.getGameStart());
      case DECISION -> referee.onNext(FromBot.newBuilder().setAnswer(answer(heard.getDecision())).build());
      case MATCH_OVER -> over.complete(null);
      default -> {}
    }
  }

  @Override
  public void onError(Throwable error) {
    over.completeExceptionally(error);
  }

  @Override
  public void onCompleted() {
    over.completeExceptionally(new IllegalStateException("the referee closed the stream before the match was over"));
  }

  /** The action chosen, by its place in the list. */
  private Answer answer(Decision decision) {
    var answer = Answer.newBuilder().setId(decision.getId()).setIndex(policy.choose(decision));
    if ((Object) policy instanceof Teller teller) {
      answer.setInfo(teller.info());
    }
    return answer.build();
  }

  /** A Policy that implements this tells what it thought of its choice; the referee puts it on the record. */
  public interface Teller {
    Info info();
  }

  private static Hello hello() {
    return Hello.newBuilder()
        .setProtocol(1)
        .setToken(ByteString.copyFromUtf8(setting("ARENA_TOKEN", "")))
        .setSoftware("Java " + Runtime.version())
        .build();
  }

  private static String setting(String name, String otherwise) {
    String value = System.getenv(name);
    return value == null || value.isEmpty() ? otherwise : value;
  }
}
