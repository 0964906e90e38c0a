package org.petlab.rules;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.Architectures.LayeredArchitecture;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.List;
import java.util.Map;

/** The rules, for whichever classes they are checked on. */
final class PackageRules {
  private static final String OURS = "org.petlab..";

  private PackageRules() {}

  /** No package imports itself by way of others. A package and those below it are several. */
  static ArchRule noCircles() {
    return slices().assignedFrom(new EachPackage()).should().beFreeOfCycles();
  }

  /**
   * Who may import whom, by packages below one; each stands for all packages below it.
   *
   * @param mayImport what each may import; every class of the module must be in one of them
   */
  static ArchRule layers(String root, Map<String, List<String>> mayImport) {
    LayeredArchitecture rule = layeredArchitecture().consideringOnlyDependenciesInLayers();
    for (String layer : mayImport.keySet()) {
      rule = rule.layer(layer).definedBy(root + "." + layer + "..");
    }
    for (Map.Entry<String, List<String>> layer : mayImport.entrySet()) {
      String[] lower = layer.getValue().toArray(String[]::new);
      rule =
          lower.length == 0
              ? rule.whereLayer(layer.getKey()).mayNotAccessAnyLayer()
              : rule.whereLayer(layer.getKey()).mayOnlyAccessLayers(lower);
    }
    return rule.ensureAllClassesAreContainedInArchitecture();
  }

  /** Of Petlab's own packages, a module imports these only; what it has itself is one of them. */
  static ArchRule importsOnly(List<String> packages) {
    return classes()
        .should()
        .onlyDependOnClassesThat(
            not(resideInAPackage(OURS)).or(resideInAnyPackage(packages.toArray(String[]::new))));
  }

  /** Nothing else of the module imports this package: it is on top. */
  static ArchRule standsOnTop(String topPackage) {
    return noClasses()
        .that()
        .resideOutsideOfPackage(topPackage)
        .should()
        .dependOnClassesThat(resideInAPackage(topPackage));
  }

  private static final class EachPackage implements SliceAssignment {
    @Override
    public SliceIdentifier getIdentifierOf(JavaClass type) {
      return SliceIdentifier.of(type.getPackageName());
    }

    @Override
    public String getDescription() {
      return "each package";
    }
  }
}
