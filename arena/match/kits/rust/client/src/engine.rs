//! How does a policy think ahead? With the engine: the rules as a service beside this bot, if bot.toml says `engine = true`.

use std::future::Future;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use tokio::runtime::{Builder, Handle};
use tonic::transport::{Channel, Endpoint};
use tonic::{Response, Status};

use crate::arena::engine_client::EngineClient;
use crate::arena::{Decision, DeterminizeRequest, Event, ReleaseRequest};

/// Makes and plays whole games that this seat cannot tell from the real one.
pub struct Engine {
    /// Every call of the service; `wait` returns what it answers.
    pub client: EngineClient<Channel>,
    handle: Handle,
    history: Vec<Event>,
    game: u32,
}

impl Engine {
    /// Connects to the engine; nothing is sent until the first call. Its messages travel on a thread of their own, so that
    /// a policy can wait for them.
    pub fn connect() -> Self {
        let socket = std::env::var("ARENA_ENGINE")
            .expect("ARENA_ENGINE is not set: bot.toml must say engine = true");
        let endpoint = Endpoint::from_shared(format!("unix:{socket}")).expect("a path");
        let runtime = Builder::new_current_thread()
            .enable_all()
            .build()
            .expect("a runtime");
        let handle = runtime.handle().clone();
        let channel = {
            let _entered = handle.enter();
            endpoint.connect_lazy()
        };
        thread::spawn(move || runtime.block_on(std::future::pending::<()>()));
        Self {
            client: EngineClient::new(channel),
            handle,
            history: Vec::new(),
            game: 0,
        }
    }

    /// Remembers what happened. Call it with every decision, before all else.
    pub fn hear(&mut self, decision: &Decision) {
        if decision.game != self.game {
            self.game = decision.game;
            self.history.clear();
        }
        self.history.extend(decision.events.iter().cloned());
    }

    /// Forgets all states and makes new ones of what this seat knows.
    pub fn determine(&mut self, decision: &Decision, count: u32) -> Result<Vec<u64>, Status> {
        let known = DeterminizeRequest {
            observation: decision.observation.clone(),
            history: self.history.clone(),
            count,
            seed: None,
        };
        let mut client = self.client.clone();
        let made = self.wait(async move {
            let all = ReleaseRequest {
                states: Vec::new(),
                all: true,
            };
            client.release(all).await?;
            client.determinize(known).await
        })?;
        Ok(made.states)
    }

    /// What a call answers.
    pub fn wait<T, F>(&self, call: F) -> Result<T, Status>
    where
        T: Send + 'static,
        F: Future<Output = Result<Response<T>, Status>> + Send + 'static,
    {
        let (said, heard) = mpsc::channel();
        self.handle.spawn(async move { said.send(call.await) });
        let answer = heard.recv().expect("the engine's thread goes on");
        answer.map(Response::into_inner)
    }
}

/// How long to think now, so that the time lasts for the game: the increment and a fair part of the bank.
pub fn budget(decision: &Decision) -> Duration {
    const RESERVE_NS: u64 = 50_000_000; // kept back from the last of the time for the way to the referee
    let seen = decision
        .observation
        .as_ref()
        .expect("every decision has it");
    let bank = decision.bank_ns[seen.viewer() as usize];
    let left = 10 + 2 * u64::from(seen.bag_size) / seen.seats.len() as u64; // decisions that this seat still has
    let most = bank + decision.increment_ns;
    let fair = decision.increment_ns + bank / left;
    Duration::from_nanos(fair.min(most.saturating_sub(RESERVE_NS).max(most / 2)))
}
