package org.petlab.workflow.kernel.documents;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLConnection;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import org.w3c.dom.bootstrap.DOMImplementationRegistry;
import org.w3c.dom.ls.DOMImplementationLS;
import org.w3c.dom.ls.LSInput;
import org.xml.sax.SAXException;

/**
 * The documents' XSD, whole or not at all. Left to itself the platform warns of an included file
 * that it cannot read, and its schema refuses each document which that file describes.
 */
final class DocumentSchema {
  private static final String FOLDER = "petlab/xsd/";
  private static final String ROOT = "documents.xsd";

  private final ClassLoader loader;
  private final DOMImplementationLS inputs;

  private DocumentSchema(ClassLoader loader) throws ReflectiveOperationException {
    this.loader = loader;
    this.inputs =
        (DOMImplementationLS) DOMImplementationRegistry.newInstance().getDOMImplementation("LS");
  }

  /**
   * @param loader finds the files
   * @throws IllegalStateException when one cannot be read, or is not valid
   * @throws UncheckedIOException the same, while it is being read
   */
  static Schema of(ClassLoader loader) {
    try {
      return new DocumentSchema(loader).read();
    } catch (SAXException | IOException | ReflectiveOperationException e) {
      throw new IllegalStateException("The documents' schema cannot be read or is not valid", e);
    }
  }

  private Schema read() throws SAXException, IOException {
    SchemaFactory factory = SchemaFactory.newDefaultInstance();
    factory.setResourceResolver((type, namespace, id, name, base) -> included(name));
    return factory.newSchema(new StreamSource(open(ROOT), ROOT));
  }

  private LSInput included(String name) {
    try {
      LSInput input = inputs.createLSInput();
      input.setSystemId(name);
      input.setByteStream(open(name));
      return input;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Past the platform's cache of open JAR files: whoever closes one of those closes it for
   * everybody who is reading.
   */
  private InputStream open(String name) throws IOException {
    URL file = loader.getResource(FOLDER + name);
    if (file == null) {
      throw new IOException("There is no file %s%s".formatted(FOLDER, name));
    }
    URLConnection connection = file.openConnection();
    connection.setUseCaches(false);
    try (InputStream stream = connection.getInputStream()) {
      return new ByteArrayInputStream(stream.readAllBytes());
    }
  }
}
