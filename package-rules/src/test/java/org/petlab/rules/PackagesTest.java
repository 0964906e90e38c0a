package org.petlab.rules;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What docs/architecture.md says of the packages of the Java half. */
class PackagesTest {
  private static final String DOCUMENTS = "org.petlab.documents..";
  private static final String WORKFLOW = "org.petlab.workflow..";
  private static final String PAGES = "org.petlab.pages..";

  /** What a module may import of Petlab's own packages. */
  private static final Map<String, List<String>> OF_PETLAB =
      Map.ofEntries(
          entry("workflow", List.of(DOCUMENTS, WORKFLOW)),
          entry("workflow/step-faults", List.of(WORKFLOW)),
          entry("pages", List.of(WORKFLOW, PAGES)),
          entry("storefront", List.of(DOCUMENTS, WORKFLOW, PAGES, "org.petlab.storefront..")),
          entry("order-processing-center", List.of(DOCUMENTS, WORKFLOW, PAGES, "org.petlab.opc..")),
          entry("supplier", List.of(DOCUMENTS, WORKFLOW, PAGES, "org.petlab.supplier..")),
          entry("http-listener", List.of("org.petlab.http..")),
          entry("transaction-manager", List.of("org.petlab.transactions..")),
          entry("transaction-manager/probe", List.of("org.petlab.transactions.probe..")),
          entry("deploy/broker-agent", List.of("org.petlab.brokeragent..")),
          entry("deploy/resource-adapter", List.of("org.petlab.adapter..")),
          entry("deploy/floor-probe", List.of("org.petlab.floors..")),
          entry("loadscripts/recording-export", List.of("org.petlab.recording..")),
          entry("load-generator", List.of("org.petlab.load..")),
          entry("order-generator", List.of("org.petlab.load..", "org.petlab.submitting..")));

  static List<String> modules() throws IOException {
    return CompiledModules.names();
  }

  /** Several threads build the modules: one that is not waited for is read while it is written. */
  @ParameterizedTest
  @MethodSource("modules")
  void aModuleIsBuiltBeforeItsClassesAreRead(String module) throws IOException {
    assertThat(CompiledModules.builtBefore())
        .as("Name it in package-rules/pom.xml")
        .contains(CompiledModules.artifact(module));
  }

  @ParameterizedTest
  @MethodSource("modules")
  void noPackageImportsItselfByWayOfOthers(String module) {
    PackageRules.noCircles().check(CompiledModules.of(module));
  }

  @ParameterizedTest
  @MethodSource("modules")
  void aModuleImportsOnlyWhatStandsBelowIt(String module) {
    assertThat(OF_PETLAB).as("Say what the module may import").containsKey(module);
    PackageRules.importsOnly(OF_PETLAB.get(module)).check(CompiledModules.of(module));
  }

  @Test
  void messagingAndObservabilityKnowTheKernelAndNotEachOther() {
    PackageRules.layers(
            "org.petlab.workflow",
            Map.of(
                "kernel", List.of(),
                "access", List.of("kernel"),
                "messaging", List.of("kernel", "access"),
                "observability", List.of("kernel", "access"),
                "management", List.of("kernel", "access", "messaging", "observability")))
        .check(CompiledModules.of("workflow"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"storefront", "order-processing-center", "supplier"})
  void nothingOfAnApplicationNeedsItsManagement(String application) {
    PackageRules.standsOnTop("org.petlab.*.management..").check(CompiledModules.of(application));
  }
}
