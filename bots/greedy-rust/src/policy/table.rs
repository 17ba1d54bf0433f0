//! What does the policy know of a decision, and what is each action worth?

use std::collections::HashMap;

use super::catalogue::{Tile, KINDS, MEDINA};
use super::city::City;
use super::palace::{kind_named, Palace, GUARD};
use crate::arena::{Action, Card, Observation, Verb};

const KIND_POINT: i32 = 8; // half a point: the gain of a kind looks at two tiles
const CITY_POINT: i32 = 16; // a point for wall, camps, bazaars or falcons
const COIN: i32 = 9; // money worth 1,
const TILES_PER_COIN: i32 = 2; // but no more than one for so many tiles in the bag
const CARD: i32 = 6; // a money card, whatever its value
const EXTRA: i32 = 100; // an extra action
const INEXACT: i32 = 4; // a tile that cannot be paid exactly yet has one part in so many of its gain
const SCORINGS: i32 = 3;
const PRICES: u32 = (1 << 14) - 1; // bits 0 to 13, as far as prices go

/// What the cards of each currency come to: their sum, and as bits the sums that some of them have.
#[derive(Clone)]
struct Purse {
    total: [i32; 4],
    sums: [u32; 4],
}

impl Purse {
    fn hold(&mut self, cards: &[Card]) {
        for card in cards {
            let currency = card.currency as usize - 1;
            self.total[currency] += card.value as i32;
            self.sums[currency] |= (self.sums[currency] << card.value) & PRICES;
        }
    }
}

pub struct Table<'a> {
    tiles: &'a [Tile],
    seen: &'a Observation,
    seat: usize,
    held: i32, // scorings held
    coin: i32,
    palace: Palace<'a>,
    counts: Vec<[i32; KINDS]>, // in halves, by seat, Dirk as one seat more
    city: City<'a>,
    before: i32,
    hand: Purse,
    gains: HashMap<u32, i32>,
}

impl<'a> Table<'a> {
    pub fn new(tiles: &'a [Tile], seen: &'a Observation) -> Self {
        let seat = seen.viewer() as usize;
        let own = &seen.seats[seat];
        let mut hand = Purse {
            total: [0; 4],
            sums: [1; 4],
        };
        if let Some(cards) = &own.hand {
            hand.hold(&cards.cards);
        }
        let cities = seen
            .seats
            .iter()
            .map(|seat| seat.city.iter().map(|placed| placed.tile).collect());
        let dirk = seen.dirk.iter().map(|dirk| dirk.tiles.clone());
        let mut table = Self {
            tiles,
            seen,
            seat,
            held: seen.scorings.len() as i32,
            coin: COIN.min(seen.bag_size as i32 / TILES_PER_COIN),
            palace: Palace::new(seen),
            counts: cities.chain(dirk).map(|ids| count(tiles, ids)).collect(),
            city: City::new(tiles, &own.city),
            before: 0,
            hand,
            gains: HashMap::new(),
        };
        for half in seen.palace.iter().flat_map(|palace| &palace.half_buildings) {
            table.counts[half.seat as usize][half.kind as usize - 1] += 1;
        }
        table.before = table.city_value();
        table
    }

    /// What an action is worth.
    pub fn value(&mut self, action: &Action) -> i32 {
        let tile = action.tile();
        match action.verb() {
            Verb::Take => self.take(&action.cards),
            Verb::Buy => self.buy(action),
            Verb::Favour => self.bought(self.sold(action), &action.cards),
            Verb::Place | Verb::Build => {
                self.kind_gain(tile, 0) + self.site(self.square(action), tile)
            }
            Verb::Remove => self.removed(tile) - self.kind_gain(tile, 1),
            Verb::Exchange => self.exchanged(self.square(action), tile),
            Verb::Falcon => self.falcon(&action.name) - self.worth(&action.cards),
            _ => self.ability(action),
        }
    }

    /// What an ability is worth, or an answer to one of the Red Palace's own decisions.
    fn ability(&mut self, action: &Action) -> i32 {
        let cards = &action.cards;
        match action.verb() {
            Verb::Scout => {
                let tile = self.palace.preview(action.number).unwrap_or_default();
                let fee = self.worth(action.fee.as_slice());
                self.bought(tile, cards) + EXTRA - fee - self.palace.cost(1)
            }
            Verb::Choose => self.take(self.palace.set(action.number)),
            Verb::Teller => self.take(cards) - self.palace.cost(1),
            Verb::Exchanger => {
                let other = self.seen.market[action.slot as usize - 1].tile;
                let taken = other.map_or(0, |tile| self.kind_gain(tile, 0));
                taken - self.kind_gain(action.tile(), 0) - self.worth(cards) - self.palace.cost(1)
            }
            Verb::Architect => {
                let kind = kind_named(&action.name).unwrap_or_default();
                let own = self.counts[self.seat][kind];
                let gained = self.points(kind, own + 1) - self.points(kind, own);
                2 * KIND_POINT * gained - self.palace.cost(2)
            }
            Verb::Mason | Verb::Paver | Verb::Captain => -self.palace.cost(1),
            Verb::Pay => {
                let reserve = &self.seen.seats[self.seat].reserve;
                i32::from(reserve.contains(&action.tile()))
            }
            _ => 0, // reserve, give, wake, decline, done, pass, end, post, wall
        }
    }

    fn square(&self, action: &Action) -> i32 {
        self.city.square(action.square.unwrap_or_default())
    }

    fn kind(&self, tile: u32) -> Option<usize> {
        self.tiles[tile as usize].kind
    }

    fn to_come(&self) -> i32 {
        SCORINGS - self.held
    }

    fn city_value(&self) -> i32 {
        CITY_POINT * self.city.points(self.to_come())
    }

    /// What the city gains by a tile on an empty square, its kind apart.
    fn site(&mut self, square: i32, tile: u32) -> i32 {
        self.city.put(square, tile);
        let after = self.city_value();
        self.city.lift(square);
        after - self.before
    }

    /// What the city gains if a tile is gone, its kind apart.
    fn removed(&mut self, tile: u32) -> i32 {
        let Some(square) = self.city.find(tile) else {
            return 0;
        };
        self.city.lift(square);
        let after = self.city_value();
        self.city.put(square, tile);
        after - self.before
    }

    fn exchanged(&mut self, square: i32, tile: u32) -> i32 {
        let Some(old) = self.city.lift(square) else {
            return 0;
        };
        let value = self.site(square, tile);
        self.city.put(square, old);
        if self.kind(tile) == self.kind(old) {
            return value;
        }
        value + self.kind_gain(tile, 0) - self.kind_gain(old, 1)
    }

    /// What one more tile of a kind gains, counted from so many fewer than the city has.
    fn kind_gain(&self, tile: u32, less: i32) -> i32 {
        let Some(kind) = self.kind(tile) else {
            return 0;
        };
        let own = self.counts[self.seat][kind] - 2 * less;
        KIND_POINT * (self.points(kind, own + 2) - self.points(kind, (own - 2).max(own % 2)))
    }

    /// What so many half tiles of a kind earn in the scorings to come, if nobody else gets another.
    fn points(&self, kind: usize, own: i32) -> i32 {
        (self.held + 1..=SCORINGS)
            .map(|scoring| match kind {
                MEDINA => self.medinas(scoring, own),
                _ => self.share(scoring, kind, own),
            })
            .sum()
    }

    /// How many half tiles of a kind each other seat has.
    fn others(&self, kind: usize) -> impl Iterator<Item = i32> + '_ {
        let others = self
            .counts
            .iter()
            .enumerate()
            .filter(move |(seat, _)| *seat != self.seat);
        others.map(move |(_, count)| count[kind])
    }

    /// What so many half tiles of a kind earn in one scoring.
    fn share(&self, scoring: i32, kind: usize, own: i32) -> i32 {
        if own == 0 {
            return 0;
        }
        let above = self.others(kind).filter(|&count| count > own).count() as i32;
        let tied = 1 + self.others(kind).filter(|&count| count == own).count() as i32;
        let worth = |place| match scoring - 1 - place {
            0 => 1,
            behind => 8 * behind,
        };
        let places = above..scoring.min(above + tied);
        let row = self.palace.row(scoring, kind);
        places.map(|place| row + worth(place)).sum::<i32>() / tied
    }

    /// About what so many half medinas cost in one scoring.
    fn medinas(&self, scoring: i32, own: i32) -> i32 {
        let fewer = self.others(MEDINA).filter(|&count| count < own).count() as i32;
        -3 * (scoring - fewer).max(0) - if own == 0 { scoring } else { 0 }
    }

    /// What a tile would gain on the best square that seems to take it, and not below 0.
    fn gain(&mut self, tile: u32) -> i32 {
        if let Some(&known) = self.gains.get(&tile) {
            return known;
        }
        let kind_gain = self.kind_gain(tile, 0);
        let mut best = 0;
        for square in self.city.frontier() {
            if self.city.fits(square, tile) {
                best = best.max(kind_gain + self.site(square, tile));
            }
        }
        self.gains.insert(tile, best);
        best
    }

    /// What a purchase gains, with the extra action that it brings, and what the guards for its abilities cost.
    fn buy(&mut self, action: &Action) -> i32 {
        let guards = action.using.split_terminator('+').count() as i32;
        let extra = action.using.contains("haggler") || self.exact(&action.cards);
        let value = self.bought(self.sold(action), &action.cards) - self.palace.cost(guards);
        value + if extra { EXTRA } else { 0 }
    }

    /// The tile of a purchase.
    fn sold(&self, action: &Action) -> u32 {
        let in_slot = || self.seen.market[action.slot as usize - 1].tile();
        action.tile.unwrap_or_else(in_slot)
    }

    /// What a tile gains, and its guards, less the money.
    fn bought(&mut self, tile: u32, cards: &[Card]) -> i32 {
        self.gain(tile) + GUARD * self.tiles[tile as usize].towers - self.worth(cards)
    }

    /// Whether cards are the very price in the slot of their currency.
    fn exact(&self, cards: &[Card]) -> bool {
        let Some(first) = cards.first() else {
            return false;
        };
        let paid: i32 = cards.iter().map(|card| card.value as i32).sum();
        let beside = self.seen.market[first.currency as usize - 1].tile;
        beside.is_some_and(|tile| self.tiles[tile as usize].price == paid)
    }

    /// What cards count.
    fn worth(&self, cards: &[Card]) -> i32 {
        cards
            .iter()
            .map(|card| CARD + self.coin * card.value as i32)
            .sum()
    }

    /// What cards gain: themselves, and how much nearer they bring the tiles of the market.
    fn take(&mut self, cards: &[Card]) -> i32 {
        let before = self.hand.clone();
        let mut after = self.hand.clone();
        after.hold(cards);
        self.ready(&after) - self.ready(&before) + self.worth(cards)
    }

    /// What the tiles of the market would gain, as far as the hand can pay for them.
    fn ready(&mut self, hand: &Purse) -> i32 {
        let mut value = 0;
        for (slot, on) in self.seen.market.iter().enumerate() {
            let Some(tile) = on.tile else {
                continue;
            };
            let gain = self.gain(tile);
            let price = self.tiles[tile as usize].price;
            value += if hand.sums[slot] >> price & 1 == 1 {
                gain
            } else {
                gain * hand.total[slot].min(price) / (INEXACT * price)
            };
        }
        value
    }

    /// Two points for the first falcon of a colour, four more for the second and so on, in every scoring to come.
    fn falcon(&self, name: &str) -> i32 {
        let standing = self.seen.falcons.iter();
        let owned = standing
            .filter(|falcon| {
                falcon.seat as usize == self.seat && colour(&falcon.name) == colour(name)
            })
            .count() as i32;
        CITY_POINT * 2 * (owned + 1) * self.to_come()
    }
}

fn count(tiles: &[Tile], ids: Vec<u32>) -> [i32; KINDS] {
    let mut count = [0; KINDS];
    for kind in ids.iter().filter_map(|&id| tiles[id as usize].kind) {
        count[kind] += 2;
    }
    count
}

fn colour(falcon: &str) -> Option<&str> {
    falcon.split('-').nth(1)
}
