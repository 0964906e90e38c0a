package org.petlab.storefront.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class CatalogSeedTest {
  private final Catalog catalog = CatalogSeed.at(1);

  @Test
  void theStoreHasFiveCategoriesAndAnimalsInEach() {
    assertThat(catalog.categories())
        .extracting(Category::id)
        .containsExactly("FISH", "DOGS", "REPTILES", "CATS", "BIRDS");
    assertThat(catalog.products()).hasSizeGreaterThanOrEqualTo(16);
    assertThat(catalog.items()).hasSize(28);
    assertThat(catalog.products())
        .allSatisfy(product -> assertThat(catalog.itemsOf(product)).isNotEmpty());
  }

  @Test
  void theScenariosAnimalsAreThere() {
    Product angelfish = catalog.product("FI-SW-01").orElseThrow();
    assertThat(catalog.categoryOf(angelfish).id()).isEqualTo("FISH");
    assertThat(catalog.itemsOf(angelfish)).extracting(Item::id).containsExactly("EST-1", "EST-2");
    assertThat(catalog.item("EST-1").orElseThrow().price()).isEqualByComparingTo("16.50");
  }

  @Test
  void everyPriceHasTwoDecimals() {
    assertThat(catalog.items()).allSatisfy(item -> assertThat(item.price().scale()).isEqualTo(2));
  }

  @Test
  void aLargerScaleOnlyAddsAnimals() {
    Catalog larger = CatalogSeed.at(3);
    assertThat(larger.items()).hasSize(3 * 28);
    assertThat(larger.items().subList(0, 28)).isEqualTo(catalog.items());
    assertThat(larger.items().getLast().id()).isEqualTo("EST-84");
    assertThat(larger.product("FI-SW-01-3")).isPresent();
  }

  @Test
  void theSameSeedIsTheSameCatalogue() {
    assertThat(CatalogSeed.at(2).beginsWith(CatalogSeed.at(2))).isTrue();
    assertThat(catalog.beginsWith(CatalogSeed.at(2))).isFalse();
  }

  @Test
  void aScaleThatCannotBeIsRefused() {
    assertThatThrownBy(() -> CatalogSeed.at(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("catalog.scale must be 1 to 10000, not 0");
  }

  @Test
  void aSearchFindsWhatMentionsAllWords() {
    assertThat(catalog.search("fish")).extracting(Product::id).contains("FI-SW-01", "FI-FW-02");
    assertThat(catalog.search("  PUPPY  dalmatian "))
        .extracting(Product::id)
        .containsExactly("K9-DL-01");
    assertThat(catalog.search("unicorn")).isEmpty();
    assertThat(catalog.search(" ")).isEqualTo(List.of());
  }
}
