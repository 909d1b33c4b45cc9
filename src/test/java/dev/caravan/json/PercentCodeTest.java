package dev.caravan.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** A text in an address stays one part of it, and is read there as it was. */
class PercentCodeTest {

    private static final String TEXT = "a b+c/../d?e=f&g#h%2F*~'\u00e9\u4e2d\ud83d\ude00\n";

    @Test
    void onlyUnreservedCharactersStay() {
        assertThat(PercentCode.of(TEXT)).isEqualTo("a%20b%2Bc%2F..%2Fd%3Fe%3Df%26g%23h%252F%2A~%27%C3%A9%E4%B8%AD%F0%9F%98%80%0A");
        assertThat(URLDecoder.decode(PercentCode.of(TEXT), StandardCharsets.UTF_8)).isEqualTo(TEXT);
    }

    @Test
    void whatIsKeptEndsNoParameter() {
        assertThat(PercentCode.of("a/b,c:d&e#f+g%h", PercentCode.RESERVED)).isEqualTo("a/b,c:d%26e%23f%2Bg%25h");
    }
}
