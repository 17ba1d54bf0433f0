// What does the policy need to know of a tile?
package main

import (
	"strings"

	pb "bot/arenapb"
)

const (
	noKind = -1
	medina = 6 // medinas are counted like a seventh kind
	kinds  = 7
)

// Tile is a tile as the policy sees it.
type Tile struct {
	kind  int // 0 to 5 for buildings, medina, or noKind
	price int
	marks [4]bool // by side, N E S W: its walls, for a camp its bastions
	camp  bool
	sells []int // the kinds of a bazaar
}

func catalogue(tiles []*pb.Tile) []Tile {
	known := make([]Tile, len(tiles))
	for i, tile := range tiles {
		known[i] = Tile{
			kind:  kindOf(tile),
			price: int(tile.Price),
			camp:  tile.Group == pb.TileGroup_TILE_GROUP_CAMP,
		}
		for side, letter := range "NESW" {
			known[i].marks[side] = strings.ContainsRune(tile.Walls, letter)
		}
		for _, kind := range tile.Kinds {
			known[i].sells = append(known[i].sells, int(kind)-1)
		}
	}
	return known
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
