// What does this bot play? Anything that is allowed. This is the file to replace.
package main

import (
	"math/rand/v2"

	pb "bot/arenapb"
)

// Policy decides, for all games of a match.
type Policy struct {
	tiles []*pb.Tile // by id: what every other message means by a tile
}

// NewPolicy is told of all tiles that exist, once.
func NewPolicy(tiles []*pb.Tile) *Policy {
	return &Policy{tiles: tiles}
}

// NewGame is told of each game before its first decision; forget the game before.
func (p *Policy) NewGame(_ *pb.GameStart) {}

// Choose returns the index of an action in decision.Legal.
func (p *Policy) Choose(decision *pb.Decision) int {
	return rand.IntN(len(decision.Legal))
}
