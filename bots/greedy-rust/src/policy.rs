//! What would a sensible player do who looks one step ahead? The greedy policy, as docs/greedy.md of arena specifies it.

mod catalogue;
mod city;
mod palace;
mod table;

use crate::arena::{Decision, GameStart};
use catalogue::{laid_out, Tile};
use table::Table;

/// Decides, for all games of a match.
#[derive(Default)]
pub struct Policy {
    tiles: Vec<Tile>,
}

impl Policy {
    /// Told of all tiles that exist, once.
    pub fn new(tiles: Vec<crate::arena::Tile>) -> Self {
        Self {
            tiles: tiles.iter().map(Tile::new).collect(),
        }
    }

    /// There is nothing to forget.
    pub fn new_game(&mut self, _start: &GameStart) {}

    /// The place of the best action, the earliest if several are equally good.
    pub fn choose(&mut self, decision: &Decision) -> usize {
        let Some(seen) = &decision.observation else {
            return 0;
        };
        let tiles = laid_out(&self.tiles, seen.palace.as_ref());
        let mut table = Table::new(&tiles, seen);
        let mut best = (0, i32::MIN);
        for (place, action) in decision.legal.iter().enumerate() {
            let value = table.value(action);
            if value > best.1 {
                best = (place, value);
            }
        }
        best.0
    }
}
