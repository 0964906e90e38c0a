package org.petlab.storefront.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class PictureTest {
  private static final Path PICTURES = Path.of("src/main/webapp/pictures");

  static List<Product> products() {
    return CatalogSeed.at(2).products();
  }

  @ParameterizedTest
  @MethodSource("products")
  void everyProductIsDrawn(Product product) {
    assertThat(product.picture()).isNotEqualTo("animal");
    assertThat(PICTURES.resolve(product.picture() + ".svg")).isRegularFile();
  }

  @ParameterizedTest
  @CsvSource({
    "FI-SW-01,FI-SW-01",
    "FI-SW-01-3,FI-SW-01",
    "FI-SW-99,animal",
    "X,animal",
    "'',animal"
  })
  void aBreedersProductLooksLikeItsKind(String product, String picture) {
    assertThat(Picture.of(product)).isEqualTo(picture);
    assertThat(PICTURES.resolve(picture + ".svg")).isRegularFile();
  }

  /** The content security policy forbids both, and a picture needs neither. */
  @Test
  void noDrawingCarriesScriptOrStyle() throws IOException {
    try (var files = Files.list(PICTURES)) {
      for (Path file : files.toList()) {
        assertThat(Files.readString(file)).doesNotContain("<script", "<style", "style=", "href");
      }
    }
  }
}
