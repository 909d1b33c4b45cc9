package dev.caravan.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The page shows hostile text from tools as plain text: it never becomes HTML, a script or a harmful link. */
@Tag("nightly")
class PageTextSafetyTest extends PageTest {

    @Test
    void textOfToolsNeverBecomesHtmlOrAHarmfulLink() {
        run("t_echo", """
                {"items":[{"title":"HOSTILE","url":"javascript:window.hacked=3","snippet":"HOSTILE","source":"HOSTILE"},
                 {"title":"Good","url":"https://example.com/a?b=c","snippet":"s","source":"searxng","publishedAt":"2026-01-02T03:04:05Z"},
                 {"title":"Data","url":"data:text/html,<script>1</script>","snippet":"s","source":"s"}],\
                "HOSTILE":"HOSTILE"}""".replace("HOSTILE", HOSTILE));

        assertThat(page.locator(".hits h3").allTextContents().get(0)).startsWith("<img src=x");
        assertThat(page.locator(".hits a").count()).isEqualTo(1);
        assertThat(page.locator(".hits a").getAttribute("href")).isEqualTo("https://example.com/a?b=c");
        assertThat(page.locator(".hits a").getAttribute("rel")).isEqualTo("noopener noreferrer");
        for (String tab : List.of("Data", "JSON", "curl")) {
            page.click("[role=tab]:text-is('" + tab + "')");
            assertThat(page.locator("main img, main script, main iframe").count()).isZero();
        }
        run("mongo_find_by_id", "{\"id\":\"<img src=x onerror=\\\"window.hacked=5\\\">\"}");
        assertThat(page.locator(".failure").textContent()).contains("<img src=x");
        run("t_echo", """
                {"option":{"title":{"text":"HOSTILE","link":"javascript:window.hacked=4","target":"self"},\
                "tooltip":{"formatter":"HOSTILE","alwaysShowContent":true},
                 "xAxis":{"data":["HOSTILE"]},"yAxis":{},"series":[{"type":"bar","name":"HOSTILE","data":[1],\
                "symbol":"image://https://example.com/x.png"}]}}"""
                .replace("HOSTILE", HOSTILE));
        page.waitForSelector(".picture canvas");
        page.locator(".picture").hover();
        assertThat(page.locator(".picture").getAttribute("aria-label")).contains("<img src=x");
        assertThat(page.evaluate("() => window.hacked")).isNull();
    }

    @Test
    void policyStopsInjectedHtml() {
        page = browser.open("");
        page.waitForSelector("#groups a");

        assertThat(page.evaluate("""
                () => { try { document.getElementById('main').innerHTML = '<img src=x onerror="window.hacked=1">'; return 'taken'; } \
                catch (e) { return e.name; } }"""))
                .isEqualTo("TypeError");
        page.evaluate(
                "() => { const s = document.createElement('script'); try { s.textContent = 'window.hacked = 2'; } catch (e) { /* refused "
                        + "*/ } document.body.append(s); }");
        assertThat(page.evaluate("() => window.hacked")).isNull();
        assertThat(browser.errors()).isNotEmpty();
        browser.errors().clear();
    }
}
