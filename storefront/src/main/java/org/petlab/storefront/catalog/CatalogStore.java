package org.petlab.storefront.catalog;

import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/** The catalogue in the database. Read and written as a whole. */
@ApplicationScoped
public class CatalogStore {
  private static final int BATCH = 500;

  @Resource(lookup = "jdbc/storefront")
  private DataSource database;

  public Catalog read() {
    try (Connection connection = database.getConnection()) {
      return new Catalog(
          rows(
              connection,
              "select id, name, description from category order by position",
              row -> new Category(row.getString(1), row.getString(2), row.getString(3))),
          rows(
              connection,
              "select id, category_id, name, description from product order by position",
              row ->
                  new Product(
                      row.getString(1), row.getString(2), row.getString(3), row.getString(4))),
          rows(
              connection,
              "select id, product_id, name, description, price from item order by position",
              row ->
                  new Item(
                      row.getString(1),
                      row.getString(2),
                      row.getString(3),
                      row.getString(4),
                      row.getBigDecimal(5).setScale(2))));
    } catch (SQLException e) {
      throw new IllegalStateException("Could not read the catalogue: " + e.getMessage(), e);
    }
  }

  @Transactional
  public void replace(Catalog catalog) {
    try (Connection connection = database.getConnection()) {
      empty(connection);
      insert(
          connection,
          "insert into category (position, id, name, description) values (?, ?, ?, ?)",
          catalog.categories(),
          c -> List.of(c.id(), c.name(), c.description()));
      insert(
          connection,
          "insert into product (position, id, category_id, name, description)"
              + " values (?, ?, ?, ?, ?)",
          catalog.products(),
          p -> List.of(p.id(), p.categoryId(), p.name(), p.description()));
      insert(
          connection,
          "insert into item (position, id, product_id, name, description, price)"
              + " values (?, ?, ?, ?, ?, ?)",
          catalog.items(),
          i -> List.of(i.id(), i.productId(), i.name(), i.description(), i.price()));
    } catch (SQLException e) {
      throw new IllegalStateException("Could not write the catalogue: " + e.getMessage(), e);
    }
  }

  private static void empty(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.executeUpdate("delete from item");
      statement.executeUpdate("delete from product");
      statement.executeUpdate("delete from category");
    }
  }

  private static <T> List<T> rows(Connection connection, String sql, RowReader<T> reader)
      throws SQLException {
    try (PreparedStatement select = connection.prepareStatement(sql);
        ResultSet row = select.executeQuery()) {
      List<T> rows = new ArrayList<>();
      while (row.next()) {
        rows.add(reader.read(row));
      }
      return rows;
    }
  }

  private static <T> void insert(
      Connection connection, String sql, List<T> things, RowWriter<T> writer) throws SQLException {
    try (PreparedStatement insert = connection.prepareStatement(sql)) {
      for (int position = 0; position < things.size(); position++) {
        insert.setInt(1, position);
        List<Object> columns = writer.columns(things.get(position));
        for (int column = 0; column < columns.size(); column++) {
          insert.setObject(column + 2, columns.get(column));
        }
        insert.addBatch();
        if ((position + 1) % BATCH == 0) {
          insert.executeBatch();
        }
      }
      insert.executeBatch();
    }
  }

  private interface RowReader<T> {
    T read(ResultSet row) throws SQLException;
  }

  private interface RowWriter<T> {
    List<Object> columns(T thing);
  }
}
