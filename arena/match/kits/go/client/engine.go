// How does a policy think ahead? With the engine: the rules as a service beside this bot, if bot.toml says `engine = true`.
package main

import (
	"context"
	"errors"
	"os"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"

	pb "bot/arenapb"
)

// Engine makes and plays whole games that this seat cannot tell from the real one. Its embedded client has every call.
type Engine struct {
	pb.EngineClient
	history []*pb.Event // of this game
	game    uint32
}

// NewEngine connects to the engine; nothing is sent until the first call.
func NewEngine() (*Engine, error) {
	socket := os.Getenv("ARENA_ENGINE")
	if socket == "" {
		return nil, errors.New("ARENA_ENGINE is not set: bot.toml must say engine = true")
	}
	connection, err := grpc.NewClient("unix:"+socket, grpc.WithTransportCredentials(insecure.NewCredentials()), grpc.WithNoProxy())
	if err != nil {
		return nil, err
	}
	return &Engine{EngineClient: pb.NewEngineClient(connection)}, nil
}

// Hear remembers what happened. Call it with every decision, before all else.
func (e *Engine) Hear(decision *pb.Decision) {
	if decision.Game != e.game {
		e.game, e.history = decision.Game, nil
	}
	e.history = append(e.history, decision.Events...)
}

// Determine forgets all states and makes new ones of what this seat knows.
func (e *Engine) Determine(ctx context.Context, decision *pb.Decision, count uint32) ([]uint64, error) {
	if _, err := e.Release(ctx, &pb.ReleaseRequest{All: true}); err != nil {
		return nil, err
	}
	known := &pb.DeterminizeRequest{Observation: decision.Observation, History: e.history, Count: count}
	made, err := e.Determinize(ctx, known)
	return made.GetStates(), err
}

// Budget is how long to think now, so that the time lasts for the game: the increment and a fair part of the bank.
func Budget(decision *pb.Decision) time.Duration {
	const reserve = 50 * time.Millisecond // kept back from the last of the time for the way to the referee
	seen := decision.Observation
	bank := time.Duration(decision.BankNs[seen.GetViewer()])
	increment := time.Duration(decision.IncrementNs)
	left := 10 + 2*int(seen.BagSize)/len(seen.Seats) // about how many decisions this seat still has
	most := bank + increment
	return min(increment+bank/time.Duration(left), max(most-reserve, most/2))
}
