// How does this bot play a match? Hello, then an answer to every decision until the match is over.
package main

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"

	pb "bot/arenapb"
)

func main() {
	if err := play(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// play plays a whole match; nil when the referee says that it is over.
func play() error {
	target, security, err := referee()
	if err != nil {
		return err
	}
	connection, err := grpc.NewClient(target, grpc.WithTransportCredentials(security), grpc.WithNoProxy())
	if err != nil {
		return err
	}
	defer connection.Close()
	stream, err := pb.NewRefereeClient(connection).Play(context.Background())
	if err != nil {
		return err
	}
	hello := &pb.Hello{
		Protocol: 1,
		Token:    []byte(os.Getenv("ARENA_TOKEN")),
		Software: runtime.Version(),
	}
	if err := stream.Send(&pb.FromBot{Message: &pb.FromBot_Hello{Hello: hello}}); err != nil {
		return err
	}
	var player *Policy
	for {
		heard, err := stream.Recv()
		if err != nil {
			return fmt.Errorf("the referee is gone: %w", err)
		}
		switch message := heard.Message.(type) {
		case *pb.ToBot_Welcome:
			player = NewPolicy(message.Welcome.Tiles)
		case *pb.ToBot_GameStart:
			player.NewGame(message.GameStart)
		case *pb.ToBot_Decision:
			if err := stream.Send(answer(player, message.Decision)); err != nil {
				return err
			}
		case *pb.ToBot_MatchOver:
			return stream.CloseSend()
		}
	}
}

// A Policy with this method tells what it thought of its choice; the referee puts it on the record.
type teller interface {
	Info() *pb.Info
}

// answer names the action chosen by its place in the list.
func answer(player *Policy, decision *pb.Decision) *pb.FromBot {
	index := player.Choose(decision)
	answer := &pb.Answer{
		Id:     decision.Id,
		Choice: &pb.Answer_Index{Index: uint32(index)},
	}
	if told, tells := any(player).(teller); tells {
		answer.Info = told.Info()
	}
	return &pb.FromBot{Message: &pb.FromBot_Answer{Answer: answer}}
}

// referee says where the referee listens: on a Unix socket in the clear, or on another machine with TLS.
func referee() (string, credentials.TransportCredentials, error) {
	address := os.Getenv("ARENA_SOCKET")
	if address == "" {
		address = "/run/arena/seat.sock"
	}
	if strings.Contains(address, "/") {
		path, err := filepath.Abs(address)
		return "unix:" + path, insecure.NewCredentials(), err
	}
	// host:port, for `arena match remote:NAME --listen`; ARENA_CA is a file with the certificate to trust.
	settings := &tls.Config{MinVersion: tls.VersionTLS12}
	if file := os.Getenv("ARENA_CA"); file != "" {
		certificate, err := os.ReadFile(file)
		if err != nil {
			return "", nil, fmt.Errorf("ARENA_CA: %w", err)
		}
		settings.RootCAs = x509.NewCertPool()
		if !settings.RootCAs.AppendCertsFromPEM(certificate) {
			return "", nil, fmt.Errorf("ARENA_CA: %s holds no certificate", file)
		}
	}
	return "dns:" + address, credentials.NewTLS(settings), nil
}
