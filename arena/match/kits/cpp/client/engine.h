// How does a policy think ahead? With the engine: the rules as a service beside this bot, if bot.toml says `engine = true`.
#pragma once

#include <grpcpp/grpcpp.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <stdexcept>
#include <string>

#include "arena.grpc.pb.h"

// Makes and plays whole games that this seat cannot tell from the real one.
class Engine {
 public:
  using Stub = arena::v1::Engine::Stub;

  // Connects to the engine; nothing is sent until the first call.
  Engine() {
    const char* socket = std::getenv("ARENA_ENGINE");
    if (socket == nullptr) {
      throw std::runtime_error("ARENA_ENGINE is not set: bot.toml must say engine = true");
    }
    stub_ = arena::v1::Engine::NewStub(
        grpc::CreateChannel(std::string("unix:") + socket, grpc::InsecureChannelCredentials()));
  }

  // Remembers what happened. Call it with every decision, before all else.
  void hear(const arena::v1::Decision& decision) {
    if (decision.game() != game_) {
      game_ = decision.game();
      known_.clear_history();
    }
    known_.mutable_history()->MergeFrom(decision.events());
    *known_.mutable_observation() = decision.observation();
  }

  // Forgets all states and makes new ones of what this seat knows.
  arena::v1::States determine(std::uint32_t count) {
    arena::v1::ReleaseRequest all;
    all.set_all(true);
    call(&Stub::Release, all, arena::v1::Released());
    known_.set_count(count);
    return call(&Stub::Determinize, known_, arena::v1::States());
  }

  // What a call of the service answers: engine.call(&Engine::Stub::Legal, request, Position()).
  template <class Request, class Reply>
  Reply call(grpc::Status (Stub::*method)(grpc::ClientContext*, const Request&, Reply*), const Request& request,
             Reply reply) {
    grpc::ClientContext context;
    const grpc::Status status = (stub_.get()->*method)(&context, request, &reply);
    if (!status.ok()) {
      throw std::runtime_error("the engine refuses: " + status.error_message());
    }
    return reply;
  }

 private:
  std::unique_ptr<Stub> stub_;
  arena::v1::DeterminizeRequest known_;
  std::uint32_t game_ = 0;
};

// How long to think now, so that the time lasts for the game: the increment and a fair part of the bank.
inline std::chrono::nanoseconds budget(const arena::v1::Decision& decision) {
  constexpr std::int64_t kReserveNs = 50'000'000;  // kept back from the last of the time for the way to the referee
  const auto& seen = decision.observation();
  const std::int64_t bank = decision.bank_ns(seen.viewer());
  const std::int64_t increment = decision.increment_ns();
  const std::int64_t left = 10 + 2 * seen.bag_size() / seen.seats_size();  // decisions that this seat still has
  const std::int64_t most = bank + increment;
  return std::chrono::nanoseconds(std::min(increment + bank / left, std::max(most - kReserveNs, most / 2)));
}
