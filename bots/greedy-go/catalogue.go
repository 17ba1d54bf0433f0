// What does the policy need to know of a tile?
package main

import (
	"slices"
	"strings"

	pb "bot/arenapb"
)

const (
	noKind = -1
	medina = 6 // medinas are counted like a seventh kind
	kinds  = 7
	sides  = "NESW"
)

// Tile is a tile as the policy sees it.
type Tile struct {
	kind   int // 0 to 5 for buildings, medina, or noKind
	price  int
	marks  [4]bool // by side, N E S W: its walls, for a camp its bastions
	camp   bool
	sells  []int // the kinds of a bazaar
	towers int   // guard towers
}

func catalogue(tiles []*pb.Tile) []Tile {
	known := make([]Tile, len(tiles))
	for i, tile := range tiles {
		known[i] = Tile{
			kind:   kindOf(tile),
			price:  int(tile.Price),
			camp:   tile.Group == pb.TileGroup_TILE_GROUP_CAMP,
			towers: len(tile.Towers),
		}
		for side, letter := range sides {
			known[i].marks[side] = strings.ContainsRune(tile.Walls, letter)
		}
		for _, kind := range tile.Kinds {
			known[i].sells = append(known[i].sells, int(kind)-1)
		}
	}
	return known
}

// laidOut returns the tiles as they lie now: floor tiles carry pieces, and tiles have got walls. In the classic edition nothing changes.
func laidOut(tiles []Tile, palace *pb.Palace) []Tile {
	if palace == nil {
		return tiles
	}
	now := slices.Clone(tiles)
	for _, piece := range palace.Pieces {
		now[piece.Tile].kind = int(piece.Kind) - 1
	}
	for _, wall := range palace.WallPieces {
		now[wall.Tile].marks[strings.Index(sides, wall.Side)] = true
	}
	return now
}

func kindOf(tile *pb.Tile) int {
	switch tile.Group {
	case pb.TileGroup_TILE_GROUP_BUILDING:
		return int(tile.GetKind()) - 1
	case pb.TileGroup_TILE_GROUP_MEDINA:
		return medina
	}
	return noKind
}
