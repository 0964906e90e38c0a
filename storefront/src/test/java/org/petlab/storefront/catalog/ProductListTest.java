package org.petlab.storefront.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.petlab.pages.HttpProblem;

class ProductListTest {
  private final List<Product> all = CatalogSeed.at(3).products();

  @Test
  void theFirstPageComesUnasked() {
    ProductList list = ProductList.page(all, null);
    assertThat(list.products()).isEqualTo(all.subList(0, 20));
    assertThat(list.page()).isEqualTo(1);
    assertThat(list.pages()).isEqualTo(3);
    assertThat(list.total()).isEqualTo(48);
  }

  @Test
  void theLastPageHoldsTheRest() {
    assertThat(ProductList.page(all, "3").products()).isEqualTo(all.subList(40, 48));
  }

  @Test
  void nothingIsOneEmptyPage() {
    assertThat(ProductList.page(List.of(), "1").products()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "4", "-1", "x", "", "99999999999"})
  void aPageThatIsNotThereIsNotFound(String page) {
    assertThatThrownBy(() -> ProductList.page(all, page))
        .isInstanceOfSatisfying(
            HttpProblem.class, problem -> assertThat(problem.status()).isEqualTo(404));
  }
}
