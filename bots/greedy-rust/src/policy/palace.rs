//! What does the Red Palace add to a decision? Guards, strips and sets; in the classic edition nothing.

use crate::arena::{self, Card, Observation};

pub const GUARD: i32 = 24; // a guard, and a guard tower that will have one
const POINT: i32 = 16; // a point that is paid in its place
const KINDS: [&str; 6] = [
    "pavilion", "seraglio", "arcades", "chambers", "garden", "tower",
];

/// What the edition adds for the seat that decides.
pub struct Palace<'a> {
    seen: Option<&'a arena::Palace>,
    held: i32,
    guards: i32, // on tiles of the own city and reserve
}

impl<'a> Palace<'a> {
    pub fn new(observation: &'a Observation) -> Self {
        let own = &observation.seats[observation.viewer() as usize];
        let has =
            |tile| own.reserve.contains(&tile) || own.city.iter().any(|placed| placed.tile == tile);
        let seen = observation.palace.as_ref();
        let guards = seen.map_or(&[][..], |palace| &palace.guards);
        Self {
            seen,
            held: observation.scorings.len() as i32,
            guards: guards.iter().filter(|guard| has(guard.tile)).count() as i32,
        }
    }

    /// What so many guards are worth, or the points in their place.
    pub fn cost(&self, guards: i32) -> i32 {
        let paid = guards.min(self.guards);
        paid * GUARD + (guards - paid) * POINT * (self.held + 1)
    }

    /// The place of a kind on the strip of a scoring, from 0; without strips it is the kind itself.
    pub fn row(&self, scoring: i32, kind: usize) -> i32 {
        let strip = self
            .seen
            .and_then(|palace| palace.strips.get(scoring as usize - 1));
        let row = strip.and_then(|strip| strip.kinds().position(|one| one as usize == kind + 1));
        row.unwrap_or(kind) as i32
    }

    /// The tile on a preview field.
    pub fn preview(&self, field: u32) -> Option<u32> {
        self.seen?.preview.get(field as usize - 1)?.tile
    }

    /// The cards of a set.
    pub fn set(&self, number: u32) -> &'a [Card] {
        let sets = self.seen.map_or(&[][..], |palace| &palace.sets);
        let found = sets.iter().find(|set| set.number == number);
        found.map_or(&[], |set| &set.cards)
    }
}

/// The number of a kind, by its name.
pub fn kind_named(name: &str) -> Option<usize> {
    KINDS.iter().position(|&kind| kind == name)
}
