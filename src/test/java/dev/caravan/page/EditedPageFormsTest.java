package dev.caravan.page;

import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The page makes a form of any JSON schema and sends what was filled in with the right types. */
@Tag("nightly")
class EditedPageFormsTest extends EditedPageTest {

    @Test
    void everyTypeOfArgumentHasAFieldAndIsSentUnchanged() {
        save("t_kinds", echo("t_kinds", """
                {"type":"object","required":["text","whole"],"additionalProperties":false,"properties":{
                 "text":{"type":"string","description":"Any words","minLength":2,"maxLength":20,"pattern":"^[a-z]{2,}$"},
                 "whole":{"type":"integer","minimum":1,"maximum":20,"default":5},
                 "broken":{"type":"number","exclusiveMaximum":10},
                 "truth":{"type":"boolean"},
                 "choice":{"enum":["red","green",3,null]},
                 "texts":{"type":"array","items":{"type":"string"},"maxItems":3},
                 "nested":{"type":"object","required":["a"],"properties":{"a":{"type":"string"},"b":{"type":"object",\
                "properties":{"c":{"type":"integer"}}}}},
                 "either":{"oneOf":[{"type":"string","title":"a name"},{"type":"object","title":"a pair","required":["x"],\
                "properties":{"x":{"type":"number"},"y":{"type":"number"}}}]},
                 "any":{"anyOf":[{"type":"integer"},{"type":"null"}]},
                 "free":{"type":"object"},
                 "referred":{"$ref":"#/$defs/place"},
                 "rows":{"type":"array","items":{"$ref":"#/$defs/place"}}},
                 "$defs":{"place":{"type":"object","required":["city"],"properties":{"city":{"type":"string"}}}}}"""));
        page = browser.open("#/tools/t_kinds");
        page.waitForSelector("[data-name=text]");
        assertThat(page.locator(".field:has(> [data-name=text])").textContent()).contains("required", "Any words", "2 to 20 characters",
                "matches ^[a-z]{2,}$");
        assertThat(page.locator(".field:has(> [data-name=whole])").textContent()).contains("1 to 20", "default 5");
        assertThat(page.inputValue("[data-name=whole]")).isEqualTo("5");

        page.fill("[data-name=text]", "A");
        page.fill("[data-name=whole]", "21");
        page.fill("[data-name=broken]", "much");
        page.fill("[data-name=free]", "{\"x\":");
        page.click("button[type=submit]");
        assertThat(page.locator(".problem[role=alert] li").allTextContents()).satisfiesExactlyInAnyOrder(
                text -> assertThat(text).isEqualTo("text: Must have at least 2 characters"),
                text -> assertThat(text).isEqualTo("whole: Must be at most 20"),
                text -> assertThat(text).isEqualTo("broken: Must be a number, such as 1.5"),
                text -> assertThat(text).startsWith("free: Not valid JSON"));

        page.fill("[data-name=text]", "words");
        page.fill("[data-name=whole]", "7");
        page.fill("[data-name=broken]", "-1.5");
        page.selectOption("[data-name=truth]", new com.microsoft.playwright.options.SelectOption().setLabel("false"));
        assertThat(page.locator("[data-name=choice] option").allTextContents()).containsExactly("—", "red", "green", "3");
        page.selectOption("[data-name=choice]", new com.microsoft.playwright.options.SelectOption().setLabel("3"));
        page.click("text=Add to texts");
        page.keyboard().type("one");
        page.click("text=Add to texts");
        page.keyboard().type("two");
        page.click("summary:has-text('nested')");
        page.fill("[data-name=a]", "deep");
        page.click("summary:has-text('b object')");
        page.fill("[data-name=c]", "1");
        page.selectOption("[data-name=either]", new com.microsoft.playwright.options.SelectOption().setLabel("a pair"));
        page.fill("[data-name=x]", "2.25");
        page.fill("[data-name=any]", "12345678901234567890");
        page.fill("[data-name=free]", "{\"k\":[1]}");
        page.click("summary:has-text('referred')");
        page.fill("[data-name=city]", "Wien");
        page.click("text=Add to rows");
        page.keyboard().type("Graz");
        page.click("button[type=submit]");
        page.waitForSelector(".result");

        assertThat(page.locator(".result h2").textContent()).as(page.locator(".result").textContent()).isEqualTo("Succeeded");
        page.click("[role=tab]:text-is('JSON')");
        assertThat(object(page.locator(".result pre.json").textContent()).at("/structuredContent/data")).isEqualTo(object("""
                {"text":"words","whole":7,"broken":-1.5,"truth":false,"choice":3,"texts":["one","two"],"nested":{"a":"deep","b":{"c":1}},\
                "either":{"x":2.25},
                 "any":12345678901234567890,"free":{"k":[1]},"referred":{"city":"Wien"},"rows":[{"city":"Graz"}]}"""));
    }

    @Test
    void hundredsOfChoicesAndARecursiveSchemaDoNotSlowThePage() {
        String names = IntStream.range(0, 800).mapToObj(i -> "\"n" + i + "\"").collect(Collectors.joining(","));
        save("t_large", echo("t_large", """
                {"type":"object","properties":{"name":{"enum":[NAMES]},"tree":{"$ref":"#/$defs/tree"},"deep":DEEP},
                 "$defs":{"tree":{"type":"object","required":["left"],"properties":{"left":{"$ref":"#/$defs/tree"},\
                "right":{"$ref":"#/$defs/tree"},"also":{"$ref":"#/$defs/tree"}}}}}"""
                .replace("NAMES", names)
                .replace("DEEP", "{\"type\":\"object\",\"properties\":{\"in\":".repeat(40) + "{\"type\":\"string\"}" + "}}".repeat(40))));
        page = browser.open("");
        page.waitForSelector("a[data-tool=t_large]");
        double millis = ((Number) page.evaluate("""
                async () => { const begun = performance.now(); location.hash = '#/tools/t_large';
                        while (!document.querySelector('[data-name=name]')) { await new Promise(requestAnimationFrame); }
                        document.querySelector('main details summary').click(); await new Promise(requestAnimationFrame); return \
                performance.now() - begun; }""")).doubleValue();

        assertThat(millis).isLessThan(30_000);
        assertThat(page.locator("[data-name=name] option").count()).isEqualTo(801);
        page.selectOption("[data-name=name]", new com.microsoft.playwright.options.SelectOption().setLabel("n799"));
        page.click("button[type=submit]");
        page.waitForSelector(".result");
        assertThat(page.locator(".result").textContent()).contains("n799");
    }

    @Test
    void argumentsForProxiesAreSentInHeaders() {
        save("t_region",
                echo("t_region", "{\"type\":\"object\",\"properties\":{\"region\":{\"type\":\"string\",\"x-mcp-header\":\"Region\"}}}"));
        page = browser.open("#/tools/t_region");
        page.fill("[data-name=region]", " Österreich ");
        page.click("button[type=submit]");
        page.waitForSelector(".result");

        assertThat(page.locator(".result h2").textContent()).as(page.locator(".result").textContent()).isEqualTo("Succeeded");
    }
}
