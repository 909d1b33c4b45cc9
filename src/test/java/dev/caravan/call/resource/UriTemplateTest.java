package dev.caravan.call.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UriTemplateTest {

    @ParameterizedTest
    @CsvSource({
        "document:///{id}, document:///42, 42",
        "document:///{id}, document:///a%2Fb%20c, a/b c",
        "document:///{id}, document:///%E5%8C%97%E4%BA%AC, 北京",
        "document:///{id}, document:///$%7Bx%7D, ${x}",
        "test://template/{id}/data, test://template/123/data, 123",
        "kg://{id}, kg://entities, entities"})
    void segmentBecomesTheValueOfItsVariable(String template, String uri, String value) {
        assertThat(UriTemplate.of(template).match(uri)).contains(Map.of("id", value));
    }

    @Test
    void severalVariablesKeepTheirOrder() {
        UriTemplate template = UriTemplate.of("shop:///{table}/rows/{row}");

        assertThat(template.variables()).containsExactly("table", "row");
        assertThat(template.match("shop:///users/rows/7")).contains(Map.of("table", "users", "row", "7"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"document:///", "document:///a/b", "document:///a?x=1", "document:///a#b", "document:///a b", "document:///%",
        "document:///%4",
        "document:///%zz", "document:///%+1", "document:///%C3", "document:///%ED%A0%80", "document:///北京", "Document:///a", "document://a",
        "other:///a", "",
        "document:///{id}"})
    void invalidSegmentDoesNotMatch(String uri) {
        assertThat(UriTemplate.of("document:///{id}").match(uri)).isEmpty();
    }

    @Test
    void veryLongUriDoesNotMatch() {
        assertThat(UriTemplate.of("document:///{id}").match("document:///" + "a".repeat(100_000))).isEmpty();
        assertThat(UriTemplate.of("document:///{id}").match("document:///" + "/".repeat(5_000))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"document:///fixed", "{scheme}:///x", "{id}", "///{id}", "document:///a{id}", "document:///{id}.json",
        "document:///{+id}", "document:///{a,b}",
        "document:///{id}?q={q}", "document:///{id}/a b", "document:///{1d}", "document:///{}", "document:///{id}#x", "document:///{id}?q",
        "", "/{id}"})
    void templateNeedsWholeSegments(String text) {
        assertThatThrownBy(() -> UriTemplate.of(text)).hasMessageContaining("must be an absolute URI");
    }

    @Test
    void reservedAndRepeatedNamesAreRefused() {
        assertThatThrownBy(() -> UriTemplate.of("document:///{CamelHttpUri}")).hasMessageContaining("because Camel uses this name itself");
        assertThatThrownBy(() -> UriTemplate.of("document:///{id}/{id}")).hasMessageContaining("must not have a variable twice");
    }

    @ParameterizedTest
    @CsvSource({
        "a:///{x}, a:///{y}, true",
        "a:///{x}/b, a:///c/{y}, true",
        "a:///{x}/b, a:///{y}/c, false",
        "a:///{x}, a:///{x}/b, false",
        "a:///{x}, b:///{x}, false",
        "a://{x}/b, a:///{x}, false"})
    void templatesOverlapIfOneUriMatchesBoth(String one, String other, boolean overlap) {
        assertThat(UriTemplate.of(one).overlaps(UriTemplate.of(other))).isEqualTo(overlap);
        assertThat(UriTemplate.of(other).overlaps(UriTemplate.of(one))).isEqualTo(overlap);
    }
}
