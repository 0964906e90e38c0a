package org.petlab.storefront.catalog;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toMap;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** All that the store sells, in the order in which it is shown. Never changes. */
public final class Catalog {
  private final List<Category> categories;
  private final List<Product> products;
  private final List<Item> items;
  private final Map<String, Category> categoryById;
  private final Map<String, Product> productById;
  private final Map<String, Item> itemById;
  private final Map<String, List<Product>> productsByCategory;
  private final Map<String, List<Item>> itemsByProduct;
  private final Map<String, String> textByProduct;

  public Catalog(List<Category> categories, List<Product> products, List<Item> items) {
    this.categories = List.copyOf(categories);
    this.products = List.copyOf(products);
    this.items = List.copyOf(items);
    categoryById = byId(categories, Category::id);
    productById = byId(products, Product::id);
    itemById = byId(items, Item::id);
    productsByCategory = products.stream().collect(groupingBy(Product::categoryId));
    itemsByProduct = items.stream().collect(groupingBy(Item::productId));
    textByProduct = products.stream().collect(toMap(Product::id, this::searchText));
  }

  private static <T> Map<String, T> byId(List<T> things, Function<T, String> id) {
    return things.stream().collect(toMap(id, Function.identity()));
  }

  public List<Category> categories() {
    return categories;
  }

  public List<Product> products() {
    return products;
  }

  public List<Item> items() {
    return items;
  }

  public Optional<Category> category(String id) {
    return Optional.ofNullable(categoryById.get(id));
  }

  public Optional<Product> product(String id) {
    return Optional.ofNullable(productById.get(id));
  }

  public Optional<Item> item(String id) {
    return Optional.ofNullable(itemById.get(id));
  }

  public List<Product> productsOf(Category category) {
    return productsByCategory.getOrDefault(category.id(), List.of());
  }

  public List<Item> itemsOf(Product product) {
    return itemsByProduct.getOrDefault(product.id(), List.of());
  }

  public Category categoryOf(Product product) {
    return categoryById.get(product.categoryId());
  }

  public Product productOf(Item item) {
    return productById.get(item.productId());
  }

  /** The products in whose texts all the words occur; none when there is no word. */
  public List<Product> search(String query) {
    List<String> words =
        Arrays.stream(lowerCase(query).split("\\s+")).filter(word -> !word.isEmpty()).toList();
    return words.isEmpty()
        ? List.of()
        : products.stream().filter(product -> mentions(product, words)).toList();
  }

  private boolean mentions(Product product, List<String> words) {
    String text = textByProduct.get(product.id());
    return words.stream().allMatch(text::contains);
  }

  private String searchText(Product product) {
    String ofItems = itemsOf(product).stream().map(Item::name).collect(Collectors.joining(" "));
    return lowerCase(
        String.join(
            " ", product.name(), product.description(), categoryOf(product).name(), ofItems));
  }

  private static String lowerCase(String text) {
    return text.toLowerCase(Locale.ROOT);
  }

  /** Whether this is that catalogue, or more products came after it. */
  boolean beginsWith(Catalog other) {
    return categories.equals(other.categories)
        && beginsWith(products, other.products)
        && beginsWith(items, other.items);
  }

  private static <T> boolean beginsWith(List<T> things, List<T> first) {
    return things.size() >= first.size() && things.subList(0, first.size()).equals(first);
  }
}
