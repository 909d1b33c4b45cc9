package dev.caravan.chart;

import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The chart app shows hostile text of the data as plain text: it never becomes HTML, a script or a link. */
class ChartAppTextSafetyTest extends ChartAppTest {

    @Test
    void textOfTheDataNeverBecomesHtmlOrLinks() {
        open("{}");
        String hostile = "<img src=x onerror=\\\"window.hacked=1\\\"></script><script>window.hacked=2</script>";
        call(object("""
                {"option":{"title":{"text":"HOSTILE","link":"https://example.com/","target":"self"},
                 "toolbox":{"show":true,"feature":{"dataView":{"show":true,"title":"HOSTILE"}}},
                 "legend":{"show":true},
                 "tooltip":{"trigger":"axis","triggerOn":"mousemove","alwaysShowContent":true,"formatter":"HOSTILE {b}: {c}"},
                 "xAxis":{"type":"category","data":["HOSTILE"]},"yAxis":{"type":"value","name":"HOSTILE"},
                 "series":[{"type":"bar","name":"HOSTILE","data":[1],"tooltip":{"formatter":"HOSTILE"},
                            "symbol":"image://https://example.com/track.png"},
                           {"type":"scatter","name":"s","data":[1],"symbol":"image://https://example.com/track.png"}]},
                 "warnings":["HOSTILE"]}""".replace("HOSTILE", hostile)));
        app().waitForSelector("#chart svg text");

        app().locator("#chart").hover();
        app().waitForFunction(
                "() => [...document.querySelectorAll('#chart text')].filter(t => t.textContent.includes('onerror')).length > 3");
        app().locator("#chart svg text").first().click();
        app().locator("#notes summary").click();

        assertThat(app().evaluate("() => window.hacked")).isNull();
        assertThat(app().locator("img, a, iframe, textarea").count()).isZero();
        assertThat(app().locator("#notes li").textContent()).startsWith("<img src=x");
        assertThat(page.context().pages()).hasSize(1);
        call(object("{\"fail\":\"" + hostile + "\"}"));
        app().waitForSelector("#error");
        assertThat(app().locator("#error").textContent()).startsWith("<img src=x");
        assertThat(app().evaluate("() => window.hacked")).isNull();
    }

    @Test
    void policyStopsInjectedHtml() {
        open("{}");

        app().evaluate("() => { document.getElementById('status').innerHTML = '<img src=\"data:,x\" onerror=\"window.hacked = 1\">'; }");
        app().evaluate(
                "() => { const s = document.createElement('script'); s.textContent = 'window.hacked = 2'; document.body.append(s); }");
        eventually().during(Duration.ofMillis(300)).until(() -> app().evaluate("() => window.hacked") == null);

        eventually().until(() -> host.errors().stream().filter(message -> message.contains("Content Security Policy")).count() == 2);
        host.errors().clear();
    }
}
