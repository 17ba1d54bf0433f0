// What would a sensible player do who looks one step ahead? The greedy policy, as docs/greedy.md of arena specifies it.
package main

import (
	"strings"

	pb "bot/arenapb"
)

const (
	kindPoint    = 8   // half a point: the gain of a kind looks at two tiles
	cityPoint    = 16  // a point for wall, camps, bazaars or falcons
	coin         = 9   // money worth 1,
	tilesPerCoin = 2   // but no more than one for so many tiles in the bag
	moneyCard    = 6   // a money card, whatever its value
	extraAction  = 100 // an extra action
	inexact      = 4   // a tile that cannot be paid exactly yet has one part in so many of its gain
	lastScoring  = 3
	prices       = 1<<14 - 1 // bits 0 to 13, as far as prices go
)

// Policy decides, for all games of a match.
type Policy struct {
	tiles []Tile
}

// NewPolicy is told of all tiles that exist, once.
func NewPolicy(tiles []*pb.Tile) *Policy {
	return &Policy{tiles: catalogue(tiles)}
}

// NewGame has nothing to forget.
func (p *Policy) NewGame(_ *pb.GameStart) {}

// Choose returns the place of the best action, the earliest if several are equally good.
func (p *Policy) Choose(decision *pb.Decision) int {
	seen := decision.Observation
	t := newTable(laidOut(p.tiles, seen.Palace), seen)
	best, most := 0, 0
	for i, action := range decision.Legal {
		if value := t.value(action); i == 0 || value > most {
			best, most = i, value
		}
	}
	return best
}

// Table is what the policy knows of a decision.
type Table struct {
	tiles  []Tile
	seen   *pb.Observation
	seat   int
	held   int // scorings held
	coin   int
	counts [][kinds]int // in halves, by seat, Dirk as one seat more
	palace *Palace
	city   *City
	before int
	hand   purse
	gains  map[int]int
}

// purse is what the cards of each currency come to: their sum, and as bits the sums that some of them have.
type purse struct {
	total [4]int
	sums  [4]int
}

func (p *purse) hold(card *pb.Card) {
	currency, value := int(card.Currency)-1, int(card.Value)
	p.total[currency] += value
	p.sums[currency] |= p.sums[currency] << value & prices
}

func newTable(tiles []Tile, seen *pb.Observation) *Table {
	own := seen.Seats[seen.GetViewer()]
	t := &Table{
		tiles:  tiles,
		seen:   seen,
		seat:   int(seen.GetViewer()),
		held:   len(seen.Scorings),
		coin:   min(coin, int(seen.BagSize)/tilesPerCoin),
		palace: newPalace(seen, own),
		city:   newCity(tiles, own.City),
		hand:   purse{sums: [4]int{1, 1, 1, 1}},
		gains:  map[int]int{},
	}
	for _, seat := range seen.Seats {
		var count [kinds]int
		for _, placed := range seat.City {
			t.add(&count, placed.Tile)
		}
		t.counts = append(t.counts, count)
	}
	if seen.Dirk != nil {
		var count [kinds]int
		for _, tile := range seen.Dirk.Tiles {
			t.add(&count, tile)
		}
		t.counts = append(t.counts, count)
	}
	for _, half := range seen.Palace.GetHalfBuildings() {
		t.counts[half.Seat][half.Kind-1]++
	}
	for _, card := range own.GetHand().GetCards() {
		t.hand.hold(card)
	}
	t.before = t.cityValue()
	return t
}

func (t *Table) add(count *[kinds]int, tile uint32) {
	if kind := t.tiles[tile].kind; kind != noKind {
		count[kind] += 2
	}
}

func (t *Table) value(action *pb.Action) int {
	tile := int(action.GetTile())
	switch action.Verb {
	case pb.Verb_VERB_TAKE:
		return t.take(action.Cards)
	case pb.Verb_VERB_BUY:
		return t.buy(action)
	case pb.Verb_VERB_FAVOUR:
		return t.bought(t.sold(action), action.Cards)
	case pb.Verb_VERB_PLACE, pb.Verb_VERB_BUILD:
		return t.kindGain(tile, 0) + t.site(t.square(action), tile)
	case pb.Verb_VERB_REMOVE:
		return t.removed(tile) - t.kindGain(tile, 1)
	case pb.Verb_VERB_EXCHANGE:
		return t.exchanged(t.square(action), tile)
	case pb.Verb_VERB_FALCON:
		return t.falcon(action.Name) - t.worth(action.Cards)
	}
	return t.ability(action)
}

func (t *Table) square(action *pb.Action) int {
	return t.city.square(int(action.Square.X), int(action.Square.Y))
}

func (t *Table) toCome() int {
	return lastScoring - t.held
}

func (t *Table) cityValue() int {
	return cityPoint * t.city.points(t.toCome())
}

// site is what the city gains by a tile on an empty square, its kind apart.
func (t *Table) site(square, tile int) int {
	t.city.put(square, tile)
	after := t.cityValue()
	t.city.lift(square)
	return after - t.before
}

// removed is what the city gains if a tile is gone, its kind apart.
func (t *Table) removed(tile int) int {
	square := t.city.where(tile)
	t.city.lift(square)
	after := t.cityValue()
	t.city.put(square, tile)
	return after - t.before
}

func (t *Table) exchanged(square, tile int) int {
	old := t.city.lift(square)
	value := t.site(square, tile)
	t.city.put(square, old)
	if t.tiles[tile].kind != t.tiles[old].kind {
		value += t.kindGain(tile, 0) - t.kindGain(old, 1)
	}
	return value
}

// kindGain is what one more tile of a kind gains, counted from so many fewer than the city has.
func (t *Table) kindGain(tile, less int) int {
	kind := t.tiles[tile].kind
	if kind == noKind {
		return 0
	}
	own := t.counts[t.seat][kind] - 2*less
	return kindPoint * (t.points(kind, own+2) - t.points(kind, max(own-2, own%2)))
}

// points is what so many half tiles of a kind earn in the scorings to come, if nobody else gets another.
func (t *Table) points(kind, own int) int {
	points := 0
	for scoring := t.held + 1; scoring <= lastScoring; scoring++ {
		if kind == medina {
			points += t.medinas(scoring, own)
		} else {
			points += t.share(scoring, kind, own)
		}
	}
	return points
}

// share is what so many half tiles of a kind earn in one scoring.
func (t *Table) share(scoring, kind, own int) int {
	if own == 0 {
		return 0
	}
	above, tied := 0, 1
	for seat, count := range t.counts {
		switch {
		case seat == t.seat:
		case count[kind] > own:
			above++
		case count[kind] == own:
			tied++
		}
	}
	points := 0
	for place := above; place < min(above+tied, scoring); place++ {
		points += t.palace.row(scoring, kind)
		if place == scoring-1 {
			points++
		} else {
			points += 8 * (scoring - 1 - place)
		}
	}
	return points / tied
}

// medinas is about what so many half medinas cost in one scoring.
func (t *Table) medinas(scoring, own int) int {
	fewer := 0
	for seat, count := range t.counts {
		if seat != t.seat && count[medina] < own {
			fewer++
		}
	}
	cost := 3 * max(scoring-fewer, 0)
	if own == 0 {
		cost += scoring
	}
	return -cost
}

// gain is what a tile would gain on the best square that seems to take it, and not below 0.
func (t *Table) gain(tile int) int {
	if known, ok := t.gains[tile]; ok {
		return known
	}
	best := 0
	kindGain := t.kindGain(tile, 0)
	for _, square := range t.city.frontier() {
		if t.city.fits(square, tile) {
			best = max(best, kindGain+t.site(square, tile))
		}
	}
	t.gains[tile] = best
	return best
}

// buy is what a purchase gains, with the extra action that it brings, and what the guards for its abilities cost.
func (t *Table) buy(action *pb.Action) int {
	value := t.bought(t.sold(action), action.Cards)
	haggles := strings.Contains(action.Using, "haggler")
	if haggles || t.exact(action.Cards) {
		value += extraAction
	}
	if action.Using != "" {
		value -= t.palace.cost(1 + strings.Count(action.Using, "+"))
	}
	return value
}

// sold is the tile of a purchase.
func (t *Table) sold(action *pb.Action) int {
	if action.Tile != nil {
		return int(*action.Tile)
	}
	return int(t.seen.Market[action.Slot-1].GetTile())
}

// bought is what a tile gains, and its guards, less the money.
func (t *Table) bought(tile int, cards []*pb.Card) int {
	return t.gain(tile) + guard*t.tiles[tile].towers - t.worth(cards)
}

// exact says whether cards are the very price in the slot of their currency.
func (t *Table) exact(cards []*pb.Card) bool {
	if len(cards) == 0 {
		return false
	}
	paid := 0
	for _, card := range cards {
		paid += int(card.Value)
	}
	beside := t.seen.Market[cards[0].Currency-1].Tile
	return beside != nil && t.tiles[*beside].price == paid
}

// worth is what cards count.
func (t *Table) worth(cards []*pb.Card) int {
	value := 0
	for _, card := range cards {
		value += moneyCard + t.coin*int(card.Value)
	}
	return value
}

// take is what cards gain: themselves, and how much nearer they bring the tiles of the market.
func (t *Table) take(cards []*pb.Card) int {
	after := t.hand
	for _, card := range cards {
		after.hold(card)
	}
	return t.ready(after) - t.ready(t.hand) + t.worth(cards)
}

// ready is what the tiles of the market would gain, as far as the hand can pay for them.
func (t *Table) ready(hand purse) int {
	value := 0
	for slot, on := range t.seen.Market {
		if on.Tile == nil {
			continue
		}
		tile := int(*on.Tile)
		gain, price := t.gain(tile), t.tiles[tile].price
		if hand.sums[slot]>>price&1 == 1 {
			value += gain
		} else {
			value += gain * min(hand.total[slot], price) / (inexact * price)
		}
	}
	return value
}

// falcon is two points for the first falcon of a colour, four more for the second and so on, in every scoring to come.
func (t *Table) falcon(name string) int {
	owned := 0
	for _, standing := range t.seen.Falcons {
		if int(standing.Seat) == t.seat && colour(standing.Name) == colour(name) {
			owned++
		}
	}
	return cityPoint * 2 * (owned + 1) * t.toCome()
}

func colour(falcon string) string {
	return strings.Split(falcon, "-")[1]
}
