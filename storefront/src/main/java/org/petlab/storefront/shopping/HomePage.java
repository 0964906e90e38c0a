package org.petlab.storefront.shopping;

import jakarta.inject.Inject;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.petlab.pages.PageServlet;
import org.petlab.storefront.catalog.Catalog;
import org.petlab.storefront.catalog.Category;
import org.petlab.storefront.catalog.CurrentCatalog;
import org.petlab.storefront.catalog.Picture;
import org.petlab.storefront.catalog.Product;
import org.petlab.storefront.customers.Profiles;
import org.petlab.storefront.visit.Visit;

/** The store's front: its categories, and something of the customer's favourite one. */
@WebServlet("")
public class HomePage extends PageServlet {
  private static final int FAVOURITES = 4;

  @Inject private CurrentCatalog current;
  @Inject private Profiles profiles;

  /** A category with the picture of its first product. */
  public record Shelf(Category category, String picture) {
    static Shelf of(Category category, Catalog catalog) {
      List<Product> products = catalog.productsOf(category);
      return new Shelf(category, Picture.of(products.isEmpty() ? "" : products.getFirst().id()));
    }
  }

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    Catalog catalog = current.get();
    Map<String, Object> model = new HashMap<>();
    model.put(
        "shelves",
        catalog.categories().stream().map(category -> Shelf.of(category, catalog)).toList());
    addFavourite(Visit.readOnly(request), catalog, model);
    show("home", model, request, response);
  }

  private void addFavourite(Visit visit, Catalog catalog, Map<String, Object> model) {
    if (visit.isSignedOn()) {
      catalog
          .category(profiles.of(visit).favouriteCategory())
          .ifPresent(
              favourite -> {
                List<Product> products = catalog.productsOf(favourite);
                model.put("favourite", favourite);
                model.put("products", products.subList(0, Math.min(FAVOURITES, products.size())));
              });
    }
  }
}
