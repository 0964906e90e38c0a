package org.petlab.opc.administration.api;

import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;
import java.util.Set;

/**
 * The administration for programs, under {@code /opc/api}. Its description is {@code openapi.json};
 * people have the same in {@link org.petlab.opc.administration.pages}.
 */
@ApplicationPath("api")
public class AdministrationApi extends Application {
  static final Set<Class<?>> RESOURCES =
      Set.of(
          OrdersResource.class,
          SalesResource.class,
          BrokerResource.class,
          TransitionsResource.class,
          OpenApiResource.class);

  @Override
  public Set<Class<?>> getClasses() {
    return Set.of(
        OrdersResource.class,
        SalesResource.class,
        BrokerResource.class,
        TransitionsResource.class,
        OpenApiResource.class,
        RecordsAsJson.class,
        RecordsAsXml.class,
        HttpProblemMapper.class,
        UnreadableDocumentMapper.class);
  }
}
