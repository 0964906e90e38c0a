package org.petlab.opc.administration.api;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedHashMap;
import jakarta.ws.rs.ext.MessageBodyWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.annotation.Annotation;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.petlab.opc.administration.orders.OrderList;
import org.petlab.opc.orders.OrderState;

class RecordsTest {
  private static final OrderList LIST =
      new OrderList(
          List.of(
              new OrderList.Entry(
                  "10001",
                  OrderState.PENDING,
                  true,
                  "<b>\u0001",
                  "ada@example.org",
                  new BigDecimal("16.50"),
                  Instant.EPOCH)),
          null,
          true);

  @Test
  void asJson() throws IOException {
    assertThat(written(new RecordsAsJson(), MediaType.APPLICATION_JSON_TYPE))
        .isEqualTo(
            "{\"orders\":[{\"id\":\"10001\",\"state\":\"PENDING\",\"awaiting_approval\":true,"
                + "\"customer\":\"<b>\\u0001\",\"email\":\"ada@example.org\",\"total\":16.50,"
                + "\"received_at\":\"1970-01-01T00:00:00Z\"}],\"next\":null,\"incomplete\":true}");
  }

  @Test
  void asXmlOfTheSameShape() throws IOException {
    assertThat(written(new RecordsAsXml(), MediaType.APPLICATION_XML_TYPE))
        .isEqualTo(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>"
                + "<order_list xmlns=\"urn:petlab:administration:1\"><orders><order>"
                + "<id>10001</id><state>PENDING</state><awaiting_approval>true</awaiting_approval>"
                + "<customer>&lt;b&gt;\uFFFD</customer><email>ada@example.org</email>"
                + "<total>16.50</total><received_at>1970-01-01T00:00:00Z</received_at>"
                + "</order></orders><incomplete>true</incomplete></order_list>");
  }

  private static String written(MessageBodyWriter<Record> writer, MediaType media)
      throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    writer.writeTo(
        LIST,
        LIST.getClass(),
        LIST.getClass(),
        new Annotation[0],
        media,
        new MultivaluedHashMap<>(),
        body);
    return body.toString(StandardCharsets.UTF_8);
  }
}
