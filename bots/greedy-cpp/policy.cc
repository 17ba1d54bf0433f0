#include "policy.h"

#include <algorithm>
#include <optional>
#include <string>

#include "city.h"
#include "palace.h"

namespace pb = arena::v1;

namespace {

constexpr int kKindPoint = 8;     // half a point: the gain of a kind looks at two tiles
constexpr int kCityPoint = 16;    // a point for wall, camps, bazaars or falcons
constexpr int kCoin = 9;          // money worth 1,
constexpr int kTilesPerCoin = 2;  // but no more than one for so many tiles in the bag
constexpr int kCard = 6;          // a money card, whatever its value
constexpr int kExtra = 100;       // an extra action
constexpr int kInexact = 4;       // a tile that cannot be paid exactly yet has one part in so many of its gain
constexpr int kScorings = 3;
constexpr unsigned kPrices = (1U << 14) - 1;  // bits 0 to 13, as far as prices go

using Cards = google::protobuf::RepeatedPtrField<pb::Card>;
using Count = std::array<int, kKinds>;

// What the cards of each currency come to: their sum, and as bits the sums that some of them have.
struct Purse {
  std::array<int, 4> total{};
  std::array<unsigned, 4> sums{1, 1, 1, 1};

  void hold(const Cards& cards) {
    for (const pb::Card& card : cards) {
      const int currency = card.currency() - 1;
      total[currency] += static_cast<int>(card.value());
      sums[currency] |= sums[currency] << card.value() & kPrices;
    }
  }
};

// The word after "falcon-".
std::string colour(const std::string& falcon) {
  const auto first = falcon.find('-') + 1;
  return falcon.substr(first, falcon.find('-', first) - first);
}

// What the policy knows of a decision.
class Table {
 public:
  Table(const Catalogue& tiles, const pb::Observation& seen)
      : tiles_(laid_out(tiles, seen.palace())),
        seen_(seen),
        palace_(seen),
        seat_(static_cast<int>(seen.viewer())),
        held_(seen.scorings_size()),
        coin_(std::min(kCoin, static_cast<int>(seen.bag_size()) / kTilesPerCoin)),
        city_(tiles_, seen.seats(seat_)),
        before_(city_value()),
        gains_(tiles_.size()) {
    for (const pb::Seat& seat : seen.seats()) {
      Count& count = counts_.emplace_back();
      for (const pb::Placed& placed : seat.city()) {
        add(count, placed.tile());
      }
    }
    if (seen.has_dirk()) {
      Count& count = counts_.emplace_back();
      for (auto tile : seen.dirk().tiles()) {
        add(count, tile);
      }
    }
    for (const pb::HalfBuilding& half : seen.palace().half_buildings()) {
      ++counts_[half.seat()][half.kind() - 1];
    }
    hand_.hold(seen.seats(seat_).hand().cards());
  }

  int value(const pb::Action& action) {
    const int tile = static_cast<int>(action.tile());
    switch (action.verb()) {
      case pb::VERB_TAKE:
        return take(action.cards());
      case pb::VERB_BUY:
        return buy(action);
      case pb::VERB_FAVOUR:
        return bought(sold(action), action.cards());
      case pb::VERB_PLACE:
      case pb::VERB_BUILD:
        return kind_gain(tile, 0) + site(square(action), tile);
      case pb::VERB_REMOVE:
        return removed(tile) - kind_gain(tile, 1);
      case pb::VERB_EXCHANGE:
        return exchanged(square(action), tile);
      case pb::VERB_FALCON:
        return falcon(action.name()) - worth(action.cards());
      default:
        return ability(action);
    }
  }

 private:
  void add(Count& count, std::size_t tile) const {
    if (const int kind = tiles_[tile].kind; kind != kNoKind) {
      count[kind] += 2;
    }
  }

  int square(const pb::Action& action) const { return city_.square(action.square().x(), action.square().y()); }

  int to_come() const { return kScorings - held_; }

  int city_value() const { return kCityPoint * city_.points(to_come()); }

  // What the city gains by a tile on an empty square, its kind apart.
  int site(int square, int tile) {
    city_.put(square, tile);
    const int after = city_value();
    city_.lift(square);
    return after - before_;
  }

  // What the city gains if a tile is gone, its kind apart.
  int removed(int tile) {
    const int square = city_.where(tile);
    city_.lift(square);
    const int after = city_value();
    city_.put(square, tile);
    return after - before_;
  }

  int exchanged(int square, int tile) {
    const int old = city_.lift(square);
    const int value = site(square, tile);
    city_.put(square, old);
    if (tiles_[tile].kind == tiles_[old].kind) {
      return value;
    }
    return value + kind_gain(tile, 0) - kind_gain(old, 1);
  }

  // What one more tile of a kind gains, counted from so many fewer than the city has.
  int kind_gain(int tile, int less) const {
    const int kind = tiles_[tile].kind;
    if (kind == kNoKind) {
      return 0;
    }
    const int own = counts_[seat_][kind] - 2 * less;
    return kKindPoint * (points(kind, own + 2) - points(kind, std::max(own - 2, own % 2)));
  }

  // What so many half tiles of a kind earn in the scorings to come, if nobody else gets another.
  int points(int kind, int own) const {
    int points = 0;
    for (int scoring = held_ + 1; scoring <= kScorings; ++scoring) {
      points += kind == kMedina ? medinas(scoring, own) : share(scoring, kind, own);
    }
    return points;
  }

  // How many other seats have a number of half tiles of a kind that fulfils a condition.
  template <typename Condition>
  int others(int kind, Condition condition) const {
    int found = 0;
    for (int seat = 0; seat < static_cast<int>(counts_.size()); ++seat) {
      found += seat != seat_ && condition(counts_[seat][kind]);
    }
    return found;
  }

  // What so many half tiles of a kind earn in one scoring.
  int share(int scoring, int kind, int own) const {
    if (own == 0) {
      return 0;
    }
    const int above = others(kind, [own](int count) { return count > own; });
    const int tied = 1 + others(kind, [own](int count) { return count == own; });
    int points = 0;
    for (int place = above; place < std::min(above + tied, scoring); ++place) {
      points += palace_.row(scoring, kind) + (place == scoring - 1 ? 1 : 8 * (scoring - 1 - place));
    }
    return points / tied;
  }

  // About what so many half medinas cost in one scoring.
  int medinas(int scoring, int own) const {
    const int fewer = others(kMedina, [own](int count) { return count < own; });
    return -3 * std::max(scoring - fewer, 0) - (own == 0 ? scoring : 0);
  }

  // What a tile would gain on the best square that seems to take it, and not below 0.
  int gain(int tile) {
    if (!gains_[tile]) {
      int best = 0;
      const int kind_gained = kind_gain(tile, 0);
      for (int square : city_.frontier()) {
        if (city_.fits(square, tile)) {
          best = std::max(best, kind_gained + site(square, tile));
        }
      }
      gains_[tile] = best;
    }
    return *gains_[tile];
  }

  // What an ability is worth, or an answer to one of the Red Palace's own decisions.
  int ability(const pb::Action& action) {
    switch (action.verb()) {
      case pb::VERB_SCOUT: {
        const int tile = static_cast<int>(seen_.palace().preview(static_cast<int>(action.number()) - 1).tile());
        return bought(tile, action.cards()) + kExtra - worth(action.fee()) - palace_.cost(1);
      }
      case pb::VERB_CHOOSE:
        return take(palace_.set(action.number()));
      case pb::VERB_TELLER:
        return take(action.cards()) - palace_.cost(1);
      case pb::VERB_EXCHANGER: {
        const pb::Slot& other = seen_.market(static_cast<int>(action.slot()) - 1);
        const int taken = other.has_tile() ? kind_gain(static_cast<int>(other.tile()), 0) : 0;
        return taken - kind_gain(static_cast<int>(action.tile()), 0) - worth(action.cards()) - palace_.cost(1);
      }
      case pb::VERB_ARCHITECT: {
        const int kind = kind_named(action.name());
        const int own = counts_[seat_][kind];
        return 2 * kKindPoint * (points(kind, own + 1) - points(kind, own)) - palace_.cost(2);
      }
      case pb::VERB_MASON:
      case pb::VERB_PAVER:
      case pb::VERB_CAPTAIN:
        return -palace_.cost(1);
      case pb::VERB_PAY: {
        const auto& reserve = seen_.seats(seat_).reserve();
        return std::find(reserve.begin(), reserve.end(), action.tile()) != reserve.end();
      }
      default:
        return 0;  // reserve, give, wake, decline, done, pass, end, post, wall
    }
  }

  // What a purchase gains, with the extra action that it brings, and what the guards for its abilities cost.
  int buy(const pb::Action& action) {
    const std::string& abilities = action.using_();
    const bool haggles = abilities.find("haggler") != std::string::npos;
    const int extra = haggles || exact(action.cards()) ? kExtra : 0;
    const auto guards = abilities.empty() ? 0 : 1 + std::count(abilities.begin(), abilities.end(), '+');
    return bought(sold(action), action.cards()) + extra - palace_.cost(static_cast<int>(guards));
  }

  // The tile of a purchase.
  int sold(const pb::Action& action) const {
    return static_cast<int>(action.has_tile() ? action.tile()
                                              : seen_.market(static_cast<int>(action.slot()) - 1).tile());
  }

  // What a tile gains, and its guards, less the money.
  int bought(int tile, const Cards& cards) { return gain(tile) + kGuard * tiles_[tile].towers - worth(cards); }

  // Whether cards are the very price in the slot of their currency.
  bool exact(const Cards& cards) const {
    if (cards.empty()) {
      return false;
    }
    int paid = 0;
    for (const pb::Card& card : cards) {
      paid += static_cast<int>(card.value());
    }
    const pb::Slot& beside = seen_.market(cards[0].currency() - 1);
    return beside.has_tile() && tiles_[beside.tile()].price == paid;
  }

  // What a card counts.
  int worth(const pb::Card& card) const { return kCard + coin_ * static_cast<int>(card.value()); }

  // What cards count.
  int worth(const Cards& cards) const {
    int value = 0;
    for (const pb::Card& card : cards) {
      value += worth(card);
    }
    return value;
  }

  // What cards gain: themselves, and how much nearer they bring the tiles of the market.
  int take(const Cards& cards) {
    Purse after = hand_;
    after.hold(cards);
    return ready(after) - ready(hand_) + worth(cards);
  }

  // What the tiles of the market would gain, as far as the hand can pay for them.
  int ready(const Purse& hand) {
    int value = 0;
    for (int slot = 0; slot < seen_.market_size(); ++slot) {
      if (seen_.market(slot).has_tile()) {
        const int tile = static_cast<int>(seen_.market(slot).tile());
        const int price = tiles_[tile].price;
        const bool exact = hand.sums[slot] >> price & 1;
        value += exact ? gain(tile) : gain(tile) * std::min(hand.total[slot], price) / (kInexact * price);
      }
    }
    return value;
  }

  // Two points for the first falcon of a colour, four more for the second and so on, in every scoring to come.
  int falcon(const std::string& name) const {
    int owned = 0;
    for (const pb::Falcon& standing : seen_.falcons()) {
      owned += static_cast<int>(standing.seat()) == seat_ && colour(standing.name()) == colour(name);
    }
    return kCityPoint * 2 * (owned + 1) * to_come();
  }

  const Catalogue tiles_;
  const pb::Observation& seen_;
  const Palace palace_;
  const int seat_;
  const int held_;  // scorings held
  const int coin_;
  City city_;
  const int before_;
  std::vector<std::optional<int>> gains_;
  std::vector<Count> counts_;  // in halves, by seat, Dirk as one seat more
  Purse hand_;
};

}  // namespace

int Policy::choose(const pb::Decision& decision) const {
  Table table(tiles_, decision.observation());
  std::vector<int> values;
  for (const pb::Action& action : decision.legal()) {
    values.push_back(table.value(action));
  }
  return static_cast<int>(std::max_element(values.begin(), values.end()) - values.begin());
}
