//! What does the policy need to know of a tile?

use std::borrow::Cow;

use crate::arena::{self, Palace, TileGroup};

pub const MEDINA: usize = 6; // medinas are counted like a seventh kind
pub const KINDS: usize = 7;
const SIDES: [&str; 4] = ["N", "E", "S", "W"];

/// A tile as the policy sees it.
#[derive(Clone)]
pub struct Tile {
    /// 0 to 5 for buildings, `MEDINA`, or none.
    pub kind: Option<usize>,
    pub price: i32,
    /// By side, N E S W: its walls, for a camp its bastions.
    pub marks: [bool; 4],
    pub camp: bool,
    /// The kinds of a bazaar.
    pub sells: Vec<usize>,
    /// How many guard towers it has.
    pub towers: i32,
}

impl Tile {
    pub fn new(tile: &arena::Tile) -> Self {
        Self {
            kind: match tile.group() {
                TileGroup::Building => Some(tile.kind() as usize - 1),
                TileGroup::Medina => Some(MEDINA),
                _ => None,
            },
            price: tile.price as i32,
            marks: SIDES.map(|side| tile.walls.contains(side)),
            camp: tile.group() == TileGroup::Camp,
            sells: tile.kinds().map(|kind| kind as usize - 1).collect(),
            towers: tile.towers.len() as i32,
        }
    }
}

/// The tiles as they lie now: in the Red Palace floor tiles carry pieces, and tiles have got walls.
pub fn laid_out<'a>(tiles: &'a [Tile], palace: Option<&Palace>) -> Cow<'a, [Tile]> {
    let Some(palace) = palace else {
        return Cow::Borrowed(tiles);
    };
    let mut now = tiles.to_vec();
    for piece in &palace.pieces {
        now[piece.tile as usize].kind = Some(piece.kind as usize - 1);
    }
    for wall in &palace.wall_pieces {
        if let Some(side) = SIDES.iter().position(|&side| side == wall.side) {
            now[wall.tile as usize].marks[side] = true;
        }
    }
    Cow::Owned(now)
}
