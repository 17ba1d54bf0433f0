//! What does this bot play? What comes out best when the game is played on many times: flat Monte Carlo, with the engine.

use std::time::{Duration, Instant};

use crate::arena::{self, Decision, GameStart, Info, PlayoutsRequest, Tile};
use crate::engine::{budget, Engine};

const MOVE_TIME: Duration = Duration::from_millis(200); // for a decision, if the clock allows it
const STAGES: u32 = 4; // after each, the worse half of the actions is given up
const GUESSES: u32 = 8; // whole games that fit what is known, for each stage
const TURNS: u32 = 20; // that are played on before the position is judged

/// How the playouts of an action came out for this seat.
#[derive(Default)]
struct Tally {
    index: usize,
    playouts: f64,
    reward: f64,
    wins: f64,
}

impl Tally {
    fn mean(&self) -> f64 {
        self.reward / self.playouts
    }
}

/// Decides, for all games of a match.
#[derive(Default)]
pub struct Policy {
    engine: Option<Engine>,
    info: Option<Info>,
}

impl Policy {
    /// Connects to the engine, which knows all tiles.
    pub fn new(_tiles: Vec<Tile>) -> Self {
        Self {
            engine: Some(Engine::connect()),
            info: None,
        }
    }

    /// Nothing to forget: the engine sees by a decision that another game has begun.
    pub fn new_game(&mut self, _start: &GameStart) {}

    /// What the playouts of the last choice came to.
    pub fn info(&self) -> Option<Info> {
        self.info.clone()
    }

    /// The index of the action whose playouts had the best rewards.
    pub fn choose(&mut self, decision: &Decision) -> usize {
        let engine = self.engine.as_mut().expect("Welcome came first");
        engine.hear(decision);
        let stop = Instant::now() + MOVE_TIME.min(budget(decision)) * 9 / 10;
        let mut open: Vec<Tally> = (0..decision.legal.len())
            .map(|index| Tally {
                index,
                ..Tally::default()
            })
            .collect();
        for stage in 0..STAGES {
            if open.len() == 1 {
                break;
            }
            let left = stop.saturating_duration_since(Instant::now());
            try_out(engine, decision, &mut open, left / (STAGES - stage));
            open.sort_by(|a, b| b.mean().total_cmp(&a.mean()));
            open.truncate(open.len().div_ceil(2));
        }
        let best = &open[0];
        self.info = Some(Info {
            win: Some(best.wins / best.playouts.max(1.0)),
            iterations: best.playouts as u64,
            ..Info::default()
        });
        best.index
    }
}

/// Plays on after each of the actions for as long as it may, and adds up what came of it.
fn try_out(engine: &mut Engine, decision: &Decision, open: &mut [Tally], most: Duration) {
    let request = PlayoutsRequest {
        states: engine.determine(decision, GUESSES).expect("states"),
        actions: open
            .iter()
            .map(|one| decision.legal[one.index].clone())
            .collect(),
        count: 1000,
        policy: arena::Policy::Heuristic as i32,
        turns: TURNS,
        seed: None,
        budget_ns: most.as_nanos().max(1) as u64,
    };
    let mut client = engine.client.clone();
    let came = engine
        .wait(async move { client.playouts(request).await })
        .expect("results");
    let seat = decision
        .observation
        .as_ref()
        .map_or(0, |seen| seen.viewer()) as usize;
    for (one, result) in open.iter_mut().zip(came.results) {
        let times = f64::from(result.playouts);
        one.playouts += times;
        one.reward += times * result.rewards[seat];
        one.wins += times * result.wins[seat];
    }
}
