package org.petlab.storefront.status;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the order processing center tells of a customer's mails is read strictly. */
class OrderMailListTest {

  @Test
  void mailsAreReadInTheirOrder() {
    OrderMailList mails =
        OrderMailList.read(
            """
            {"mails": [
              {"kind": "approved", "taken_ns": 1000000, "subject": "One", "text": "Thank you"},
              {"kind": "shipped", "taken_ns": 2000000, "subject": "Two", "text": ""}]}\
            """);
    assertThat(mails.kept()).isTrue();
    assertThat(mails.mails())
        .containsExactly(
            new OrderMail(new Moment(1_000_000), "One", "Thank you"),
            new OrderMail(new Moment(2_000_000), "Two", ""));
  }

  @Test
  void whereNoneAreKeptNoneAreKnown() {
    assertThat(OrderMailList.read("{\"mails\": null}")).isEqualTo(OrderMailList.NONE);
    assertThat(OrderMailList.read("{\"mails\": []}").kept()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "[]", "{}", "{\"mails\": 1}", "{\"mails\": [{}]}"})
  void anythingElseIsRefused(String answer) {
    assertThatIllegalArgumentException().isThrownBy(() -> OrderMailList.read(answer));
  }
}
