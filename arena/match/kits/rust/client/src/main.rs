//! How does this bot play a match? Hello, then an answer to every decision until the match is over.

#[allow(dead_code)] // every message is there, also those that this bot does not look at
mod arena;
#[allow(dead_code)] // for policies that think ahead
mod engine;
mod policy;

use std::env;
use std::error::Error;
use std::path::absolute;

use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;
use tonic::transport::Endpoint;

use crate::arena::referee_client::RefereeClient;
use crate::arena::{answer::Choice, from_bot, to_bot, Answer, Decision, FromBot, Hello, Info};
use crate::policy::Policy;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let socket = setting("ARENA_SOCKET", "/run/arena/seat.sock");
    let address = format!("unix:{}", absolute(socket)?.display());
    let channel = Endpoint::from_shared(address)?.connect().await?;
    let (say, said) = mpsc::channel(1);
    say.send(message(from_bot::Message::Hello(hello()))).await?;
    let mut heard = RefereeClient::new(channel)
        .play(ReceiverStream::new(said))
        .await?
        .into_inner();
    let mut policy = Policy::default();
    while let Some(to_bot) = heard.message().await? {
        match to_bot.message {
            Some(to_bot::Message::Welcome(welcome)) => policy = Policy::new(welcome.tiles),
            Some(to_bot::Message::GameStart(start)) => policy.new_game(&start),
            Some(to_bot::Message::Decision(decision)) => {
                let answer = answer(&mut policy, &decision);
                say.send(message(from_bot::Message::Answer(answer))).await?;
            }
            Some(to_bot::Message::MatchOver(_)) => return Ok(()),
            Some(to_bot::Message::GameOver(_)) | None => {}
        }
    }
    Err("the referee closed the stream before the match was over".into())
}

/// The action chosen, by its place in the list.
fn answer(policy: &mut Policy, decision: &Decision) -> Answer {
    let index = policy.choose(decision) as u32;
    Answer {
        id: decision.id,
        choice: Some(Choice::Index(index)),
        info: policy.info(),
    }
}

/// A `Policy` with a method `pub fn info(&self) -> Option<Info>` of its own, which goes before this one, tells what it
/// thought of its choice; the referee puts it on the record.
trait Teller {
    fn info(&self) -> Option<Info> {
        None
    }
}

impl Teller for Policy {}

fn hello() -> Hello {
    Hello {
        protocol: 1,
        token: setting("ARENA_TOKEN", "").into_bytes(),
        software: "Rust, tonic 0.14".to_string(),
    }
}

fn message(message: from_bot::Message) -> FromBot {
    FromBot {
        message: Some(message),
    }
}

fn setting(name: &str, otherwise: &str) -> String {
    env::var(name)
        .ok()
        .filter(|value| !value.is_empty())
        .unwrap_or_else(|| otherwise.to_string())
}
