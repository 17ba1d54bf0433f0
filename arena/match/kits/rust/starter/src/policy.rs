//! What does this bot play? Anything that is allowed. This is the file to replace.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};

use crate::arena::{Decision, GameStart, Tile};

/// Decides, for all games of a match.
#[derive(Default)]
pub struct Policy {
    /// By id: what every other message means by a tile.
    #[allow(dead_code)] // a better policy will look at them
    tiles: Vec<Tile>,
}

impl Policy {
    /// Told of all tiles that exist, once.
    pub fn new(tiles: Vec<Tile>) -> Self {
        Self { tiles }
    }

    /// Told of each game before its first decision; forget the game before.
    pub fn new_game(&mut self, _start: &GameStart) {}

    /// The index of an action in `decision.legal`.
    pub fn choose(&mut self, decision: &Decision) -> usize {
        random() as usize % decision.legal.len()
    }
}

/// A random number from the keys of the standard library's hash maps, which saves a library.
fn random() -> u64 {
    RandomState::new().build_hasher().finish()
}
