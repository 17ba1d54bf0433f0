//! What does the policy need to know of a tile?

use crate::arena::{self, TileGroup};

pub const MEDINA: usize = 6; // medinas are counted like a seventh kind
pub const KINDS: usize = 7;

/// A tile as the policy sees it.
pub struct Tile {
    /// 0 to 5 for buildings, `MEDINA`, or none.
    pub kind: Option<usize>,
    pub price: i32,
    /// By side, N E S W: its walls, for a camp its bastions.
    pub marks: [bool; 4],
    pub camp: bool,
    /// The kinds of a bazaar.
    pub sells: Vec<usize>,
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
            marks: ['N', 'E', 'S', 'W'].map(|side| tile.walls.contains(side)),
            camp: tile.group() == TileGroup::Camp,
            sells: tile.kinds().map(|kind| kind as usize - 1).collect(),
        }
    }
}
