// What is a city worth, its kinds apart, and where would a tile fit?
package main

import pb "bot/arenapb"

const nothing = -1 // an empty square

// City is a city on a grid with a margin of two empty squares, so that every neighbour of a neighbour is on it.
type City struct {
	tiles  []Tile
	width  int
	origin int
	cells  []int // ids of tiles, or nothing
	spots  []int // the squares with tiles
	steps  [4]int
}

func newCity(tiles []Tile, placed []*pb.Placed) *City {
	var west, east, south, north int
	for _, one := range placed {
		x, y := int(one.X), int(one.Y)
		west, east = min(west, x), max(east, x)
		south, north = min(south, y), max(north, y)
	}
	width, height := east-west+5, north-south+5
	city := &City{
		tiles:  tiles,
		width:  width,
		origin: (2-south)*width + 2 - west,
		cells:  make([]int, width*height),
		steps:  [4]int{width, 1, -width, -1},
	}
	for i := range city.cells {
		city.cells[i] = nothing
	}
	for _, one := range placed {
		city.put(city.square(int(one.X), int(one.Y)), int(one.Tile))
	}
	return city
}

func (c *City) square(x, y int) int {
	return c.origin + y*c.width + x
}

func (c *City) put(square, tile int) {
	c.cells[square] = tile
	c.spots = append(c.spots, square)
}

// lift takes the tile of a square away and returns it.
func (c *City) lift(square int) int {
	tile := c.cells[square]
	c.cells[square] = nothing
	last := len(c.spots) - 1
	for i, spot := range c.spots {
		if spot == square {
			c.spots[i] = c.spots[last]
			break
		}
	}
	c.spots = c.spots[:last]
	return tile
}

// where returns the square of a tile of the city.
func (c *City) where(tile int) int {
	for _, spot := range c.spots {
		if c.cells[spot] == tile {
			return spot
		}
	}
	return nothing
}

// frontier lists the empty squares beside a tile.
func (c *City) frontier() []int {
	var squares []int
	seen := make([]bool, len(c.cells))
	for _, spot := range c.spots {
		for _, step := range c.steps {
			if beside := spot + step; c.cells[beside] == nothing && !seen[beside] {
				seen[beside] = true
				squares = append(squares, beside)
			}
		}
	}
	return squares
}

// fits says whether a tile agrees with its neighbours there and joins one of them; holes are not looked for.
func (c *City) fits(square, tile int) bool {
	joins := false
	mine := &c.tiles[tile]
	for side, step := range c.steps {
		other := c.cells[square+step]
		if other == nothing {
			continue
		}
		theirs := &c.tiles[other]
		marked := mine.marks[side]
		if marked != theirs.marks[side^2] {
			return false
		}
		switch {
		case mine.camp && theirs.camp:
			if marked {
				return false
			}
		case mine.camp || theirs.camp:
			if !marked {
				return false
			}
			joins = joins || mine.camp
		default:
			joins = joins || !marked
		}
	}
	return joins
}

// points says what the city as it is earns in so many scorings, its kinds apart: wall, camps and bazaars.
func (c *City) points(scorings int) int {
	wall, camps, bazaars := 0, 0, 0
	for _, spot := range c.spots {
		tile := &c.tiles[c.cells[spot]]
		for side, marked := range tile.marks {
			switch {
			case !marked:
			case tile.camp:
				camps += c.line(spot, side)
			case !c.solid(spot+c.steps[side]) && !c.wallBefore(spot, side):
				wall = max(wall, c.run(spot, side))
			}
		}
		if len(tile.sells) > 0 {
			bazaars += c.around(spot, tile.sells)
		}
	}
	return (wall+camps)*scorings + bazaars
}

// solid says whether a tile that is not a camp lies there.
func (c *City) solid(square int) bool {
	tile := c.cells[square]
	return tile != nothing && !c.tiles[tile].camp
}

func (c *City) walled(square, side int) bool {
	return c.tiles[c.cells[square]].marks[side]
}

// next returns the outline side after another one, clockwise with turn 1, the other way round with turn 3.
func (c *City) next(square, side, turn int) (int, int) {
	turned := (side + turn) % 4
	ahead := square + c.steps[turned]
	corner := ahead + c.steps[side]
	switch {
	case !c.solid(ahead):
		return square, turned
	case !c.solid(corner):
		return ahead, side
	}
	return corner, (side + 4 - turn) % 4
}

func (c *City) wallBefore(square, side int) bool {
	return c.walled(c.next(square, side, 3))
}

// run counts the walls that follow each other clockwise from here.
func (c *City) run(square, side int) int {
	length := 0
	for c.walled(square, side) {
		length++
		square, side = c.next(square, side, 1)
	}
	return length
}

// line counts the tiles in a row from a camp's bastion.
func (c *City) line(square, side int) int {
	length := 0
	for square += c.steps[side]; c.solid(square); square += c.steps[side] {
		length++
	}
	return length
}

// around gives the points of a bazaar: the buildings of its kinds around it, times how many of its kinds.
func (c *City) around(square int, sells []int) int {
	buildings, different := 0, 0
	for _, kind := range sells {
		found := 0
		for row := -1; row <= 1; row++ {
			for column := -1; column <= 1; column++ {
				tile := c.cells[square+row*c.width+column]
				if tile != nothing && c.tiles[tile].kind == kind {
					found++
				}
			}
		}
		buildings += found
		different += min(found, 1)
	}
	return buildings * different
}
