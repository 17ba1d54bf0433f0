#include "policy.h"

Policy::Policy(const arena::v1::Welcome& welcome) : welcome_(welcome) {}

void Policy::new_game(const arena::v1::GameStart&) {}

int Policy::choose(const arena::v1::Decision& decision) {
  return std::uniform_int_distribution<int>(0, decision.legal_size() - 1)(random_);
}
