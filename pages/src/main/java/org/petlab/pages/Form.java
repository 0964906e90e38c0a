package org.petlab.pages;

import java.util.List;
import java.util.function.UnaryOperator;

/** A form as it was filled in. */
public record Form(List<Field> fields) {

  /** Reads what was typed into each field. */
  public Form bind(UnaryOperator<String> parameter) {
    return new Form(
        fields.stream().map(field -> field.withValue(parameter.apply(field.name()))).toList());
  }

  /**
   * Puts one more requirement on a field that is fine so far; an empty sentence means that it
   * holds.
   */
  public Form check(String name, UnaryOperator<String> problem) {
    return new Form(
        fields.stream()
            .map(
                field ->
                    field.name().equals(name) && field.isValid()
                        ? field.withProblem(problem.apply(field.value()))
                        : field)
            .toList());
  }

  public boolean isValid() {
    return fields.stream().allMatch(Field::isValid);
  }

  public String value(String name) {
    return fields.stream()
        .filter(field -> field.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("The form has no field " + name))
        .value();
  }
}
