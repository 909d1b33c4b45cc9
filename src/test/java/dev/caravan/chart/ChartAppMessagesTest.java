package dev.caravan.chart;

import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The chart app shows the message of a failed call and the warnings of a successful one. */
class ChartAppMessagesTest extends ChartAppTest {

    @Test
    void failedCallShowsItsMessageUntilTheNextResult() {
        open("{}");
        call(object("{\"fail\":\"y names no field; the fields are: day, visits\"}"));

        app().waitForSelector("#error");
        assertThat(app().locator("#error").textContent()).isEqualTo("y names no field; the fields are: day, visits");
        assertThat(app().locator("#error").getAttribute("role")).isEqualTo("alert");
        assertThat(app().locator("#chart").isVisible()).isFalse();

        call(object("{\"option\":" + BAR + "}"));

        app().waitForSelector("#chart svg text");
        assertThat(app().locator("#error").isVisible()).isFalse();
    }

    @Test
    void warningsAreCollapsedAndReachableByKeyboard() {
        open("{}");
        call(object("{\"option\":" + BAR + ",\"warnings\":[\"3 values were text\",\"1 value is missing\"]}"));

        app().waitForSelector("#notes");
        assertThat(app().locator("#notes summary").textContent()).isEqualTo("2 warnings about the data");
        assertThat(app().locator("#notes li").first().isVisible()).isFalse();
        app().locator("#notes summary").press("Enter");
        assertThat(app().locator("#notes li").allTextContents()).containsExactly("3 values were text", "1 value is missing");
        assertThat(app().locator("#notes li").first().isVisible()).isTrue();
    }
}
