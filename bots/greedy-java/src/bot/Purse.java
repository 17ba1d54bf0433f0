package bot;

import arena.v1.Arena.Card;
import java.util.List;

/** What do the cards of each currency come to? Their sum, and as bits the sums that some of them have. */
record Purse(int[] total, int[] sums) {
  private static final int PRICES = (1 << 14) - 1; // bits 0 to 13, as far as prices go

  Purse() {
    this(new int[4], new int[] {1, 1, 1, 1});
  }

  Purse with(List<Card> cards) {
    Purse after = new Purse(total.clone(), sums.clone());
    for (Card card : cards) {
      int currency = card.getCurrency().getNumber() - 1;
      after.total[currency] += card.getValue();
      after.sums[currency] |= (after.sums[currency] << card.getValue()) & PRICES;
    }
    return after;
  }

  boolean paysExactly(int currency, int price) {
    return (sums[currency] >> price & 1) == 1;
  }
}
