package org.petlab.workflow.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.petlab.workflow.kernel.Activation;
import org.petlab.workflow.kernel.Step;

class CrashPointListenerTest {
  @Test
  void aStepPassesItsPointWhenItBegins() {
    List<String> passed = new ArrayList<>();

    new CrashPointListener(
            (point, place, order) -> passed.add(point + " at " + place + " by " + order))
        .stepBegins(Step.SUPPLYING, new Activation("4711", "4711-S", 1, 0));

    assertThat(passed).containsExactly("received at supplying by 4711");
  }
}
