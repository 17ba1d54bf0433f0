// What does this bot play? What comes out best when the game is played on many times: flat Monte Carlo, with the engine.
package main

import (
	"context"
	"log"
	"slices"
	"time"

	pb "bot/arenapb"
)

const (
	moveTime = 200 * time.Millisecond // for a decision, if the clock allows it
	stages   = 4                      // after each, the worse half of the actions is given up
	guesses  = 8                      // whole games that fit what is known, for each stage
	turns    = 20                     // that are played on before the position is judged
)

// tally is how the playouts of an action came out for this seat.
type tally struct {
	index        int // in decision.Legal
	playouts     float64
	reward, wins float64 // sums
}

func (t *tally) mean() float64 { return t.reward / t.playouts }

// Policy decides, for all games of a match.
type Policy struct {
	engine *Engine
	info   *pb.Info
}

// NewPolicy connects to the engine, which knows all tiles.
func NewPolicy(_ []*pb.Tile) *Policy {
	engine, err := NewEngine()
	if err != nil {
		log.Fatal(err)
	}
	return &Policy{engine: engine}
}

// NewGame has nothing to forget: the engine sees by a decision that another game has begun.
func (p *Policy) NewGame(_ *pb.GameStart) {}

// Info is what the playouts of the last choice came to.
func (p *Policy) Info() *pb.Info { return p.info }

// Choose returns the index of the action whose playouts had the best rewards.
func (p *Policy) Choose(decision *pb.Decision) int {
	p.engine.Hear(decision)
	stop := time.Now().Add(min(moveTime, Budget(decision)) * 9 / 10)
	open := make([]*tally, len(decision.Legal))
	for i := range open {
		open[i] = &tally{index: i}
	}
	for stage := range stages {
		if len(open) == 1 {
			break
		}
		if err := p.try(decision, open, time.Until(stop)/time.Duration(stages-stage)); err != nil {
			log.Fatal(err)
		}
		slices.SortFunc(open, func(a, b *tally) int {
			if a.mean() > b.mean() {
				return -1
			}
			return 1
		})
		open = open[:max(1, (len(open)+1)/2)]
	}
	best := open[0]
	win := best.wins / max(best.playouts, 1)
	p.info = &pb.Info{Win: &win, Iterations: uint64(best.playouts)}
	return best.index
}

// try plays on after each of the actions for as long as it may, and adds up what came of it.
func (p *Policy) try(decision *pb.Decision, open []*tally, most time.Duration) error {
	ctx := context.Background()
	states, err := p.engine.Determine(ctx, decision, guesses)
	if err != nil {
		return err
	}
	request := &pb.PlayoutsRequest{
		States: states, Count: 1000, Policy: pb.Policy_POLICY_HEURISTIC, Turns: turns, BudgetNs: uint64(max(most, 1)),
	}
	for _, one := range open {
		request.Actions = append(request.Actions, decision.Legal[one.index])
	}
	came, err := p.engine.Playouts(ctx, request)
	if err != nil {
		return err
	}
	seat := decision.Observation.GetViewer()
	for i, result := range came.Results {
		times := float64(result.Playouts)
		open[i].playouts += times
		open[i].reward += times * result.Rewards[seat]
		open[i].wins += times * result.Wins[seat]
	}
	return nil
}
