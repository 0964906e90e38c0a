package org.petlab.rules;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each rule fails on classes that break it, and on none at all. */
class SeededViolationsTest {
  private static final String FIXTURES = "org.petlab.rules.fixtures.";

  @Test
  void aCircleOfTwoPackagesIsFound() {
    assertThatThrownBy(() -> PackageRules.noCircles().check(fixture("circle")))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("Cycle detected");
  }

  @Test
  void anImportUpwardIsFoundAndOneDownwardIsNone() {
    assertThatThrownBy(() -> layers("upward").check(fixture("upward")))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("kernel.LooksUp");
    assertThatCode(() -> layers("downward").check(fixture("downward"))).doesNotThrowAnyException();
  }

  @Test
  void aPackageThatNobodyHasPlacedIsFound() {
    ArchRule withoutManagement =
        PackageRules.layers(FIXTURES + "downward", Map.of("kernel", List.of()));
    assertThatThrownBy(() -> withoutManagement.check(fixture("downward")))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("LooksDown");
  }

  @Test
  void anImportOfAnotherModuleIsFound() {
    ArchRule kernelAlone = PackageRules.importsOnly(List.of(FIXTURES + "upward.kernel.."));
    assertThatThrownBy(() -> kernelAlone.check(fixture("upward.kernel")))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("upward.management");
  }

  @Test
  void whoNeedsTheTopIsFound() {
    assertThatThrownBy(
            () ->
                PackageRules.standsOnTop(FIXTURES + "upward.management..").check(fixture("upward")))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("kernel.LooksUp");
  }

  static List<ArchRule> rules() {
    return List.of(
        PackageRules.noCircles(),
        layers("downward"),
        PackageRules.importsOnly(List.of("org.petlab..")),
        PackageRules.standsOnTop("org.petlab..top.."));
  }

  @ParameterizedTest
  @MethodSource("rules")
  void noRuleHoldsOfNothing(ArchRule rule) {
    JavaClasses none = new ClassFileImporter().importPackages(FIXTURES + "nowhere");
    assertThatThrownBy(() -> rule.check(none)).isInstanceOf(AssertionError.class);
  }

  @Test
  void aModuleThatWasNotBuiltIsNoModuleWithoutFaults() {
    assertThatThrownBy(() -> CompiledModules.of("nowhere"))
        .hasMessageContaining("build the other modules first");
  }

  private static ArchRule layers(String fixture) {
    return PackageRules.layers(
        FIXTURES + fixture, Map.of("kernel", List.of(), "management", List.of("kernel")));
  }

  private static JavaClasses fixture(String name) {
    return new ClassFileImporter().importPackages(FIXTURES + name);
  }
}
