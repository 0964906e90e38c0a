package org.petlab.storefront.cart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.petlab.pages.HttpProblem;
import org.petlab.storefront.catalog.Item;

class CartTest {
  private final Item fish = item("EST-1", "16.50");
  private final Item bird = item("EST-4", "0.10");

  @Test
  void anEmptyCartCostsNothing() {
    assertThat(Cart.EMPTY.isEmpty()).isTrue();
    assertThat(Cart.EMPTY.size()).isZero();
    assertThat(Cart.EMPTY.total()).isEqualTo(new BigDecimal("0.00"));
  }

  @Test
  void theTotalIsExact() {
    Cart cart = Cart.EMPTY.plus(fish, 2).plus(bird, 3);
    assertThat(cart.total()).isEqualTo(new BigDecimal("33.30"));
    assertThat(cart.size()).isEqualTo(5);
    assertThat(cart.shortForm()).isEqualTo("EST-1:2;EST-4:3");
  }

  @Test
  void moreOfTheSameIsOneLine() {
    assertThat(Cart.EMPTY.plus(fish, 2).plus(fish, 1).shortForm()).isEqualTo("EST-1:3");
  }

  @Test
  void aQuantityCanBeChangedAndNoneRemoves() {
    Cart cart = Cart.EMPTY.plus(fish, 1).plus(bird, 1);
    assertThat(cart.with("EST-1", 2).shortForm()).isEqualTo("EST-1:2;EST-4:1");
    assertThat(cart.with("EST-1", 0).shortForm()).isEqualTo("EST-4:1");
  }

  @Test
  void whatIsRemovedOnceMoreStaysRemovedAndWhatIsNotThereHasNoQuantity() {
    Cart cart = Cart.EMPTY.plus(fish, 1).plus(bird, 1).with("EST-1", 0);
    assertThat(cart.with("EST-1", 0)).isEqualTo(cart);
    assertRefused(404, () -> cart.with("EST-1", 1));
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 1000})
  void aQuantityHasBounds(int quantity) {
    assertRefused(400, () -> Cart.EMPTY.plus(fish, quantity));
    assertRefused(400, () -> Cart.EMPTY.plus(fish, 1).with("EST-1", quantity));
  }

  @Test
  void addingUpHasTheSameBound() {
    assertRefused(400, () -> Cart.EMPTY.plus(fish, 999).plus(fish, 1));
  }

  @Test
  void aCartHoldsAsManyLinesAsADocument() {
    Cart full = Cart.EMPTY;
    for (int i = 1; i <= Cart.MAX_LINES; i++) {
      full = full.plus(item("EST-" + i, "1.00"), 1);
    }
    Cart cart = full;
    assertRefused(400, () -> cart.plus(item("EST-101", "1.00"), 1));
    assertThat(cart.plus(fish, 1).size()).isEqualTo(101);
  }

  private static Item item(String id, String price) {
    return new Item(id, "P", "An animal", "It is nice.", new BigDecimal(price));
  }

  private static void assertRefused(int status, Runnable change) {
    assertThatThrownBy(change::run)
        .isInstanceOfSatisfying(
            HttpProblem.class, problem -> assertThat(problem.status()).isEqualTo(status));
  }
}
