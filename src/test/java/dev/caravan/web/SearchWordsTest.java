package dev.caravan.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Dates, addresses, languages and markup in the many ways that services and callers write them. */
class SearchWordsTest {

    private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");

    @ParameterizedTest
    @CsvSource(delimiter = ';', value = {
        "2026-01-15T08:30:00;2026-01-15T08:30:00Z",
        "2026-01-15T08:30:00Z;2026-01-15T08:30:00Z",
        "2026-01-15T08:30:00.123456+08:00;2026-01-15T00:30:00.123456Z",
        "2026-01-15T08:30;2026-01-15T08:30:00Z",
        "2026-01-15 08:30:00+0000;2026-01-15T08:30:00Z",
        "2026-01-15 08:30:00-05:00;2026-01-15T13:30:00Z",
        "2026-01-15 08:30:00;2026-01-15T08:30:00Z",
        "2026-01-15;2026-01-15T00:00:00Z",
        "Thu, 15 Jan 2026 08:30:00 GMT;2026-01-15T08:30:00Z",
        "Jan 5, 2026;2026-01-05T00:00:00Z",
        "January 15, 2026;2026-01-15T00:00:00Z",
        "5 Jan 2026;2026-01-05T00:00:00Z",
        "15 january 2026;2026-01-15T00:00:00Z",
        "2026/1/5;2026-01-05T00:00:00Z",
        "2026.01.05;2026-01-05T00:00:00Z",
        "2026年1月5日;2026-01-05T00:00:00Z",
        "1768465800;2026-01-15T08:30:00Z",
        "1768465800000;2026-01-15T08:30:00Z",
        "3 days ago;2026-11-18T12:00:00Z",
        "1 hour ago;2026-11-21T11:00:00Z",
        "2 Months Ago;2026-09-21T12:00:00Z",
        "3天前;2026-11-18T12:00:00Z",
        "2 个月前;2026-09-21T12:00:00Z"})
    void dates(String written, String expected) {
        assertThat(FoundItems.PublishedDate.of(JsonNodeFactory.instance.textNode(written), NOW)).contains(Instant.parse(expected));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "yesterday", "2026-13-01", "2026-02-30T00:00:00", "0", "-5", "99999999999999999999", "0001-01-01",
        "9999-01-01", "<b>x</b>", "NaN"})
    void textsThatAreNoDates(String written) {
        assertThat(FoundItems.PublishedDate.of(JsonNodeFactory.instance.textNode(written), NOW)).isEmpty();
    }

    @Test
    void datesAsNumbers() {
        assertThat(FoundItems.PublishedDate.of(JsonNodeFactory.instance.numberNode(1768465800.5), NOW))
                .contains(Instant.parse("2026-01-15T08:30:00.500Z"));
        assertThat(FoundItems.PublishedDate.of(JsonNodeFactory.instance.numberNode(1e300), NOW)).isEmpty();
        assertThat(FoundItems.PublishedDate.of(null, NOW)).isEmpty();
        assertThat(FoundItems.PublishedDate.of(JsonNodeFactory.instance.nullNode(), NOW)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = ' ', value = {
        "https://e.org http://e.org/", "https://www.e.org/a https://e.org/a/", "https://E.ORG:443/a https://e.org/a#b",
        "https://e.org/a?utm_source=x&utm_medium=y https://e.org/a", "https://e.org/a?b=1&gclid=2 https://e.org/a?b=1",
        "http://e.org:80/ https://e.org"})
    void addressesOfTheSamePage(String one, String other) {
        assertThat(Search.PageKey.of(one)).isEqualTo(Search.PageKey.of(other)).isNotEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = ' ', value = {"https://e.org/a https://e.org/A", "https://e.org/?a=1 https://e.org/?a=2",
        "https://e.org/?a=1&b=2 https://e.org/?a=1",
        "https://e.org:8443/ https://e.org/", "https://a.e.org/ https://e.org/", "https://e.org/a https://e.org/a/b"})
    void addressesOfDifferentPages(String one, String other) {
        assertThat(Search.PageKey.of(one)).isNotEqualTo(Search.PageKey.of(other));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "e.org", "//e.org/a", "ftp://e.org/", "javascript:alert(1)", "https:", "https:///a", "http:e.org", "https"})
    void textsThatAreNoWebAddresses(String url) {
        assertThat(Search.PageKey.of(url)).isEqualTo(Optional.empty());
    }

    @ParameterizedTest
    @CsvSource({"zh-CN,zh-CN", "ZH_cn,zh-CN", "zh-Hans,zh-CN", "zh-Hant,zh-TW", "zh-Hant-HK,zh-HK", "en,en", "EN-us,en-US", "all,all",
        "AUTO,auto", "de-1996,de", "gsw,gsw", "en-GB-oed,en-GB"})
    void languages(String tag, String expected) {
        assertThat(Search.Query.of(Map.of("query", "q", "language", tag), "fr").language()).isEqualTo(expected);
    }

    @Test
    void defaultLanguageIsThatOfTheSetting() {
        assertThat(Search.Query.of(Map.of("query", "q"), "fr").language()).isEqualTo("fr");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "plain|plain", "a &amp; b|a & b", "<p>a</p><p>b</p>|a b", "a<br/>b|a b", "<script>x</script>y|y", "<style>p{}</style>y|y",
        "1 < 2|1 < 2",
        "a <- b|a <- b", "Map<K, V>|Map<K, V>", "<a href='javascript:x'>l</a>|l", "<!-- c -->d|d", "<b>unclosed|unclosed", "&lt;b&gt;|<b>",
        "&nbsp;x&#8203;|x",
        "<svg onload=alert(1)>s|s", "<IMG SRC=x>i|i", "中<em>文</em>字|中文字"})
    void plainText(String html, String text) {
        assertThat(PlainText.of(html, 100).replace("\u200b", "")).isEqualTo(text);
    }

    @Test
    void longTextIsShortenedAtCodePoints() {
        assertThat(PlainText.of("🚲".repeat(10), 4)).isEqualTo("🚲🚲🚲…");
        assertThat(PlainText.of("🚲".repeat(4), 4)).isEqualTo("🚲🚲🚲🚲");
        assertThat(PlainText.of(null, 4)).isEmpty();
    }
}
