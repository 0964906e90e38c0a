package org.petlab.floors;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.Dispatch;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.soap.SOAPBinding;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import javax.xml.namespace.QName;
import javax.xml.transform.Source;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;

/** Calls of this server to itself, as one application in it calls another. */
@ApplicationScoped
public class Echoes {
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final TransformerFactory TRANSFORMERS = TransformerFactory.newDefaultInstance();

  /** About what a supplier order has. */
  private static final String TEXT = "x".repeat(1000);

  private static final String DOCUMENT =
      "<echo xmlns=\"" + SoapEcho.NAMESPACE + "\">" + TEXT + "</echo>";

  private final HttpClient client = HttpClient.newBuilder().connectTimeout(TIMEOUT).build();

  void byHttp() throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(Bed.services() + "/http-echo"))
            .version(HttpClient.Version.HTTP_1_1)
            .timeout(TIMEOUT)
            .header("Authorization", Bed.basic())
            .POST(HttpRequest.BodyPublishers.ofString(TEXT))
            .build();
    HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
    if (answer.statusCode() != 200 || !answer.body().equals(TEXT)) {
      throw new IOException("The HTTP echo answered " + answer.statusCode());
    }
  }

  /** A port is of one thread; to make it is no part of a call. */
  Rate.Action bySoap() {
    Dispatch<Source> port = port();
    return () -> {
      Source answer = port.invoke(new StreamSource(new StringReader(DOCUMENT)));
      if (!text(answer).contains(TEXT)) {
        throw new IOException("The SOAP echo answered something else");
      }
    };
  }

  private static Dispatch<Source> port() {
    Service service = Service.create(new QName(SoapEcho.NAMESPACE, "EchoService"));
    QName name = new QName(SoapEcho.NAMESPACE, "EchoPort");
    service.addPort(name, SOAPBinding.SOAP11HTTP_BINDING, Bed.services() + "/soap-echo");
    Dispatch<Source> port = service.createDispatch(name, Source.class, Service.Mode.PAYLOAD);
    Map<String, Object> request = port.getRequestContext();
    request.put(BindingProvider.USERNAME_PROPERTY, Bed.NAME);
    request.put(BindingProvider.PASSWORD_PROPERTY, Bed.secret());
    request.put("com.sun.xml.ws.connect.timeout", (int) TIMEOUT.toMillis());
    request.put("com.sun.xml.ws.request.timeout", (int) TIMEOUT.toMillis());
    return port;
  }

  private static String text(Source answer) throws TransformerException {
    StringWriter read = new StringWriter();
    TRANSFORMERS.newTransformer().transform(answer, new StreamResult(read));
    return read.toString();
  }
}
