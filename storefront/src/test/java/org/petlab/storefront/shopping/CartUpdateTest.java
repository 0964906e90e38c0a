package org.petlab.storefront.shopping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.petlab.pages.HttpProblem;
import org.petlab.storefront.cart.Cart;
import org.petlab.storefront.catalog.Item;

class CartUpdateTest {
  private final Item fish = item("EST-1", "16.50");
  private final Item bird = item("EST-4", "0.10");

  @Test
  void anUpdateIsAllOrNothing() {
    Cart cart = Cart.EMPTY.plus(fish, 1).plus(bird, 1);
    assertThat(CartUpdate.updated(cart, typed("EST-1", "2", "EST-4", "0")).shortForm())
        .isEqualTo("EST-1:2");
    assertRefused(400, () -> CartUpdate.updated(cart, typed("EST-1", "2", "EST-4", "many")));
    assertRefused(404, () -> CartUpdate.updated(cart, typed("EST-9", "2")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x", "-1", "1.5", "1e3", "9999999"})
  void aQuantityIsAWholeNumber(String typed) {
    assertRefused(400, () -> Quantity.read(typed));
  }

  private static Item item(String id, String price) {
    return new Item(id, "P", "An animal", "It is nice.", new BigDecimal(price));
  }

  private static Map<String, String[]> typed(String... pairs) {
    Map<String, String[]> typed = new LinkedHashMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      typed.put(pairs[i], new String[] {pairs[i + 1]});
    }
    return typed;
  }

  private static void assertRefused(int status, Runnable change) {
    assertThatThrownBy(change::run)
        .isInstanceOfSatisfying(
            HttpProblem.class, problem -> assertThat(problem.status()).isEqualTo(status));
  }
}
