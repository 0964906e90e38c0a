package org.petlab.storefront.catalog;

import jakarta.json.Json;
import jakarta.json.JsonArray;
import jakarta.json.JsonObject;
import jakarta.json.JsonReader;
import java.io.InputStream;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/**
 * The catalogue that every bed starts with. At scale n each product is offered by n breeders; items
 * are numbered EST-1, EST-2, … without a gap, so that the first 28 are the same at every scale.
 */
public final class CatalogSeed {
  private static final int MAX_SCALE = 10_000;

  private final List<Category> categories = new ArrayList<>();
  private final List<Product> products = new ArrayList<>();
  private final List<Item> items = new ArrayList<>();

  private CatalogSeed() {}

  /**
   * @throws IllegalArgumentException when the scale is not 1 to 10,000
   */
  public static Catalog at(int scale) {
    if (scale < 1 || scale > MAX_SCALE) {
      throw new IllegalArgumentException(
          "catalog.scale must be 1 to %d, not %d".formatted(MAX_SCALE, scale));
    }
    CatalogSeed seed = new CatalogSeed();
    List<JsonObject> shelves = read().getValuesAs(JsonObject.class);
    shelves.forEach(seed::addCategory);
    for (int breeder = 1; breeder <= scale; breeder++) {
      for (JsonObject shelf : shelves) {
        seed.addProducts(shelf, breeder);
      }
    }
    return new Catalog(seed.categories, seed.products, seed.items);
  }

  private void addCategory(JsonObject shelf) {
    categories.add(
        new Category(
            shelf.getString("id"), shelf.getString("name"), shelf.getString("description")));
  }

  private void addProducts(JsonObject shelf, int breeder) {
    for (JsonObject kind : shelf.getJsonArray("products").getValuesAs(JsonObject.class)) {
      String id = kind.getString("id") + (breeder == 1 ? "" : "-" + breeder);
      String name = kind.getString("name") + ofBreeder(breeder);
      products.add(new Product(id, shelf.getString("id"), name, kind.getString("description")));
      for (JsonObject animal : kind.getJsonArray("items").getValuesAs(JsonObject.class)) {
        addItem(animal, id, breeder);
      }
    }
  }

  private void addItem(JsonObject animal, String productId, int breeder) {
    items.add(
        new Item(
            "EST-" + (items.size() + 1),
            productId,
            animal.getString("name") + ofBreeder(breeder),
            animal.getString("description"),
            new BigDecimal(animal.getString("price"))));
  }

  private static String ofBreeder(int breeder) {
    return breeder == 1 ? "" : ", breeder " + breeder;
  }

  private static JsonArray read() {
    InputStream file = CatalogSeed.class.getResourceAsStream("catalog.json");
    try (JsonReader reader = Json.createReader(file)) {
      return reader.readArray();
    }
  }
}
