package org.petlab.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.InputStream;
import java.net.URL;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.xml.sax.SAXException;

class ExamplesTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "purchase-order",
        "order-approval",
        "supplier-order",
        "invoice",
        "mail",
        "receipt"
      })
  void eachSchemaHasAValidExample(String name) throws Exception {
    Schema schema = schema();
    try (InputStream example =
        getClass().getResourceAsStream("/petlab/examples/" + name + ".xml")) {
      assertThat(example).as("example of %s", name).isNotNull();
      assertThatCode(() -> schema.newValidator().validate(new StreamSource(example)))
          .doesNotThrowAnyException();
    }
  }

  private Schema schema() throws SAXException {
    URL documents = getClass().getResource("/petlab/xsd/documents.xsd");
    return SchemaFactory.newDefaultInstance().newSchema(documents);
  }
}
