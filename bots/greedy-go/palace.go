// What does the Red Palace add to a decision? Guards, half-buildings, strips, sets and abilities; in the classic edition nothing.
package main

import (
	"slices"

	pb "bot/arenapb"
)

const (
	guard = 24 // a guard, and a guard tower that will have one
	point = 16 // a point that is paid in its place
)

var kindNames = []string{"pavilion", "seraglio", "arcades", "chambers", "garden", "tower"}

// Palace is what the edition adds for one seat.
type Palace struct {
	seen   *pb.Palace // nil in the classic edition
	guards int        // on tiles of the own city and reserve
	held   int        // scorings held
	rows   [lastScoring][medina]int
}

func newPalace(seen *pb.Observation, own *pb.Seat) *Palace {
	p := &Palace{seen: seen.Palace, held: len(seen.Scorings)}
	for scoring := range p.rows {
		for kind := range p.rows[scoring] {
			p.rows[scoring][kind] = kind
		}
	}
	for scoring, strip := range p.seen.GetStrips() {
		for row, kind := range strip.Kinds {
			p.rows[scoring][kind-1] = row
		}
	}
	for _, standing := range p.seen.GetGuards() {
		placed := func(one *pb.Placed) bool { return one.Tile == standing.Tile }
		if slices.ContainsFunc(own.City, placed) || slices.Contains(own.Reserve, standing.Tile) {
			p.guards++
		}
	}
	return p
}

// row is the place of a kind on the strip of a scoring, from 0; without strips it is the kind itself.
func (p *Palace) row(scoring, kind int) int {
	return p.rows[scoring-1][kind]
}

// cost is what so many guards are worth, or the points in their place.
func (p *Palace) cost(guards int) int {
	paid := min(guards, p.guards)
	return paid*guard + (guards-paid)*point*(p.held+1)
}

// set returns the cards of a set.
func (p *Palace) set(number uint32) []*pb.Card {
	for _, set := range p.seen.GetSets() {
		if set.Number == number {
			return set.Cards
		}
	}
	return nil
}

// ability is what an ability is worth, or an answer to one of the edition's own decisions.
func (t *Table) ability(action *pb.Action) int {
	switch action.Verb {
	case pb.Verb_VERB_SCOUT:
		tile := t.palace.seen.Preview[action.Number-1].GetTile()
		return t.bought(int(tile), action.Cards) + extraAction - t.worth([]*pb.Card{action.Fee}) - t.palace.cost(1)
	case pb.Verb_VERB_CHOOSE:
		return t.take(t.palace.set(action.Number))
	case pb.Verb_VERB_TELLER:
		return t.take(action.Cards) - t.palace.cost(1)
	case pb.Verb_VERB_EXCHANGER:
		taken := 0
		if other := t.seen.Market[action.Slot-1].Tile; other != nil {
			taken = t.kindGain(int(*other), 0)
		}
		return taken - t.kindGain(int(action.GetTile()), 0) - t.worth(action.Cards) - t.palace.cost(1)
	case pb.Verb_VERB_ARCHITECT:
		kind := slices.Index(kindNames, action.Name)
		own := t.counts[t.seat][kind]
		return 2*kindPoint*(t.points(kind, own+1)-t.points(kind, own)) - t.palace.cost(2)
	case pb.Verb_VERB_MASON, pb.Verb_VERB_PAVER, pb.Verb_VERB_CAPTAIN:
		return -t.palace.cost(1)
	case pb.Verb_VERB_PAY:
		if slices.Contains(t.seen.Seats[t.seat].Reserve, action.GetTile()) {
			return 1
		}
	}
	return 0 // reserve, give, wake, decline, done, pass, end, post, wall
}
