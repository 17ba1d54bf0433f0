// How does this bot play a match? Hello, then an answer to every decision until the match is over.
#include <grpcpp/grpcpp.h>

#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <string>

#include "arena.grpc.pb.h"
#include "policy.h"

namespace pb = arena::v1;

namespace {

std::string setting(const char* name, const char* otherwise) {
  const char* value = std::getenv(name);
  return value != nullptr && *value != '\0' ? value : otherwise;
}

pb::FromBot hello() {
  pb::FromBot said;
  said.mutable_hello()->set_protocol(1);
  said.mutable_hello()->set_token(setting("ARENA_TOKEN", ""));
  said.mutable_hello()->set_software("C++, gRPC " + grpc::Version());
  return said;
}

// The action chosen, written out in fields. Its place in the list, set_index(), would do as well; fields may also name an
// action that is not in the list, such as a dearer payment, if the rules allow it.
// A policy with `arena::v1::Info info() const` tells what it thought of its choice; the referee puts it on the record.
template <class AnyPolicy>
pb::FromBot answer(AnyPolicy& policy, const pb::Decision& decision) {
  pb::FromBot said;
  said.mutable_answer()->set_id(decision.id());
  *said.mutable_answer()->mutable_action() = decision.legal(policy.choose(decision));
  if constexpr (requires { policy.info(); }) {
    *said.mutable_answer()->mutable_info() = policy.info();
  }
  return said;
}

}  // namespace

int main() {
  const auto socket = std::filesystem::absolute(setting("ARENA_SOCKET", "/run/arena/seat.sock"));
  const auto channel = grpc::CreateChannel("unix:" + socket.string(), grpc::InsecureChannelCredentials());
  const auto stub = pb::Referee::NewStub(channel);
  grpc::ClientContext context;
  const auto stream = stub->Play(&context);
  stream->Write(hello());
  std::optional<Policy> policy;
  pb::ToBot heard;
  while (stream->Read(&heard)) {
    switch (heard.message_case()) {
      case pb::ToBot::kWelcome:
        policy.emplace(heard.welcome());
        break;
      case pb::ToBot::kGameStart:
        policy->new_game(heard.game_start());
        break;
      case pb::ToBot::kDecision:
        stream->Write(answer(*policy, heard.decision()));
        break;
      case pb::ToBot::kMatchOver:
        context.TryCancel();  // the referee waits for us to leave
        stream->Finish();
        return 0;
      default:
        break;
    }
  }
  std::cerr << "the referee is gone: " << stream->Finish().error_message() << '\n';
  return 1;
}
