package org.petlab.workflow.kernel.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;

class LazyTest {
  @Test
  void itIsMadeOnce() {
    Queue<String> made = new ArrayDeque<>(List.of("first", "second"));
    Lazy<String> lazy = new Lazy<>(made::remove);
    assertThat(made).hasSize(2);
    assertThat(lazy.get()).isEqualTo("first");
    assertThat(lazy.get()).isEqualTo("first");
    assertThat(made).hasSize(1);
  }

  @Test
  void whatFailedIsTriedAgain() {
    Queue<Boolean> works = new ArrayDeque<>(List.of(false, true));
    Lazy<String> lazy =
        new Lazy<>(
            () -> {
              if (!works.remove()) {
                throw new NoClassDefFoundError("on purpose");
              }
              return "made";
            });
    assertThatThrownBy(lazy::get).isInstanceOf(NoClassDefFoundError.class);
    assertThat(lazy.get()).isEqualTo("made");
  }
}
