//! What is a city worth, its kinds apart, and where would a tile fit?

use super::catalogue::Tile;
use crate::arena::{Placed, Square};

const CLOCKWISE: usize = 1;
const BACKWARDS: usize = 3;

/// A city on a grid with a margin of two empty squares, so that every neighbour of a neighbour is on it.
pub struct City<'a> {
    tiles: &'a [Tile],
    width: i32,
    origin: i32,
    cells: Vec<Option<u32>>,
    spots: Vec<i32>, // the squares with tiles
    steps: [i32; 4],
}

/// A side of the tile on a square.
#[derive(Clone, Copy)]
struct Face {
    square: i32,
    side: usize,
}

impl<'a> City<'a> {
    pub fn new(tiles: &'a [Tile], placed: &[Placed]) -> Self {
        let (mut west, mut east, mut south, mut north) = (0, 0, 0, 0);
        for one in placed {
            west = west.min(one.x);
            east = east.max(one.x);
            south = south.min(one.y);
            north = north.max(one.y);
        }
        let (width, height) = (east - west + 5, north - south + 5);
        let mut city = Self {
            tiles,
            width,
            origin: (2 - south) * width + 2 - west,
            cells: vec![None; (width * height) as usize],
            spots: Vec::with_capacity(placed.len() + 1),
            steps: [width, 1, -width, -1],
        };
        for one in placed {
            let square = city.square(Square { x: one.x, y: one.y });
            city.put(square, one.tile);
        }
        city
    }

    pub fn square(&self, at: Square) -> i32 {
        self.origin + at.y * self.width + at.x
    }

    pub fn put(&mut self, square: i32, tile: u32) {
        self.cells[square as usize] = Some(tile);
        self.spots.push(square);
    }

    /// Takes the tile of a square away and returns it.
    pub fn lift(&mut self, square: i32) -> Option<u32> {
        if let Some(place) = self.spots.iter().rposition(|&spot| spot == square) {
            self.spots.swap_remove(place);
        }
        self.cells[square as usize].take()
    }

    /// The square of a tile of the city.
    pub fn find(&self, tile: u32) -> Option<i32> {
        let found = |&&spot: &&i32| self.cells[spot as usize] == Some(tile);
        self.spots.iter().find(found).copied()
    }

    /// The empty squares beside a tile.
    pub fn frontier(&self) -> Vec<i32> {
        let mut squares = Vec::new();
        let mut seen = vec![false; self.cells.len()];
        for spot in &self.spots {
            for step in self.steps {
                let beside = (spot + step) as usize;
                if self.cells[beside].is_none() && !seen[beside] {
                    seen[beside] = true;
                    squares.push(spot + step);
                }
            }
        }
        squares
    }

    /// Whether a tile agrees with its neighbours there and joins one of them; holes are not looked for.
    pub fn fits(&self, square: i32, tile: u32) -> bool {
        let mine = &self.tiles[tile as usize];
        let mut joins = false;
        for side in 0..4 {
            let Some(theirs) = self.tile(square + self.steps[side]) else {
                continue;
            };
            let marked = mine.marks[side];
            let one_camp = mine.camp != theirs.camp;
            if marked != theirs.marks[side ^ 2]
                || ((mine.camp || theirs.camp) && marked != one_camp)
            {
                return false;
            }
            joins |= if one_camp {
                mine.camp
            } else {
                !mine.camp && !marked
            };
        }
        joins
    }

    /// What the city as it is earns in so many scorings, its kinds apart: wall, camps and bazaars.
    pub fn points(&self, scorings: i32) -> i32 {
        let (mut wall, mut camps, mut bazaars) = (0, 0, 0);
        for &square in &self.spots {
            let Some(tile) = self.tile(square) else {
                continue;
            };
            for side in (0..4).filter(|&side| tile.marks[side]) {
                let face = Face { square, side };
                if tile.camp {
                    camps += self.line(face);
                } else if !self.solid(square + self.steps[side])
                    && !self.walled(self.next(face, BACKWARDS))
                {
                    wall = wall.max(self.run(face));
                }
            }
            bazaars += self.around(square, &tile.sells);
        }
        (wall + camps) * scorings + bazaars
    }

    fn tile(&self, square: i32) -> Option<&'a Tile> {
        self.cells[square as usize].map(|tile| &self.tiles[tile as usize])
    }

    /// Whether a tile that is not a camp lies there.
    fn solid(&self, square: i32) -> bool {
        self.tile(square).is_some_and(|tile| !tile.camp)
    }

    fn walled(&self, face: Face) -> bool {
        self.tile(face.square)
            .is_some_and(|tile| tile.marks[face.side])
    }

    /// The outline side after another one, clockwise or backwards.
    fn next(&self, face: Face, turn: usize) -> Face {
        let turned = (face.side + turn) % 4;
        let ahead = face.square + self.steps[turned];
        let corner = ahead + self.steps[face.side];
        let (square, side) = if !self.solid(ahead) {
            (face.square, turned)
        } else if !self.solid(corner) {
            (ahead, face.side)
        } else {
            (corner, (face.side + 4 - turn) % 4)
        };
        Face { square, side }
    }

    /// How many walls follow each other clockwise from here.
    fn run(&self, mut face: Face) -> i32 {
        let mut length = 0;
        while self.walled(face) {
            length += 1;
            face = self.next(face, CLOCKWISE);
        }
        length
    }

    /// How many tiles lie in a row from a camp's bastion.
    fn line(&self, face: Face) -> i32 {
        let step = self.steps[face.side];
        let mut length = 0;
        while self.solid(face.square + step * (length + 1)) {
            length += 1;
        }
        length
    }

    /// The points of a bazaar: the buildings of its kinds around it, times how many of its kinds.
    fn around(&self, square: i32, sells: &[usize]) -> i32 {
        let (mut buildings, mut different) = (0, 0);
        for &kind in sells {
            let mut found = 0;
            for row in [-self.width, 0, self.width] {
                for column in [-1, 0, 1] {
                    let tile = self.tile(square + row + column);
                    found += i32::from(tile.is_some_and(|tile| tile.kind == Some(kind)));
                }
            }
            buildings += found;
            different += found.min(1);
        }
        buildings * different
    }
}
