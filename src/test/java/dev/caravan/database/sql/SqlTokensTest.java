package dev.caravan.database.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.caravan.database.DatabaseKind;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Statements are split into tokens as each product does, and what could be read in two ways is refused. */
@Tag("full")
class SqlTokensTest {

    private static String tokens(DatabaseKind product, String text) throws SqlTokens.Unclear {
        return String.join(" ",
                SqlTokens.of(product, text).stream().map(token -> token.kind().name().charAt(0) + ":" + token.text()).toList());
    }

    private static void assertRefused(DatabaseKind product, String text, String reason) {
        assertThatThrownBy(() -> tokens(product, text)).as(product + " " + text).isInstanceOf(SqlTokens.Unclear.class).hasMessage(reason);
    }

    @Test
    void quotesAreThoseOfTheProduct() throws SqlTokens.Unclear {
        assertThat(tokens(DatabaseKind.POSTGRESQL, "Select \"Na\"\"Me\", E'it\\'s', 'a\\', $q$;'$q$ ?? ?"))
                .isEqualTo("W:select N:Na\"Me S:, W:e S:it\\'s S:, S:a\\ S:, S:;' S:? P:?");
        assertThat(tokens(DatabaseKind.MYSQL, "Select `N``a`, 'it\\'s', \"x\"\"y\" # 'z"))
                .isEqualTo("W:select N:n`a S:, S:it\\'s S:, S:x\"y");
        assertThat(tokens(DatabaseKind.SQLITE, "Select [Na me], 'a\\', \"B\", `c`"))
                .isEqualTo("W:select N:na me S:, S:a\\ S:, N:b S:, N:c");
    }

    @Test
    void commentsAndBlanksAreNoTokens() throws SqlTokens.Unclear {
        for (DatabaseKind product : List.of(DatabaseKind.POSTGRESQL, DatabaseKind.MYSQL, DatabaseKind.SQLITE)) {
            assertThat(tokens(product, "select/* 'x */1 -- it's\r\n, 2.5e3 --")).isEqualTo("W:select N:1 S:, N:2.5e3");
        }
    }

    @ParameterizedTest
    @EnumSource(value = DatabaseKind.class, names = {"POSTGRESQL", "MYSQL", "SQLITE"})
    void whatCouldBeReadInTwoWaysIsRefused(DatabaseKind product) {
        Stream.of("/*! x */", "/*M! x */", "/*+ x */", "/* /* */ */", "/*/ x */", "/* { */", "/* x", "-- x\ry")
                .forEach(comment -> assertRefused(product, "select 1 " + comment, "comment"));
        Stream.of("\0", "\ud800", "\u00a0", "\u3000", "\ufeff", "\u200b", "\u2028", "\u000b", "\u212a", "\u0130")
                .forEach(character -> assertRefused(product, "select a" + character + "b", "character"));
        Stream.of("1e", "1.e", "1..2", "1a", "0x", "1__0").forEach(number -> assertRefused(product, "select " + number, "number"));
        Stream.of("?1", "a?", "?a", "1?").forEach(parameter -> assertRefused(product, "select " + parameter, "parameter"));
        Stream.of("{d '1'}", "}", ".canary", "2*/3", "\\N", "$1").forEach(symbol -> assertRefused(product, "select (" + symbol, "symbol"));
        Stream.of("'x", "'x''").forEach(open -> assertRefused(product, "select " + open, "open"));
        assertRefused(product, "select x'4g'", "string");
    }

    @ParameterizedTest
    @CsvSource(quoteCharacter = '~', textBlock = """
            POSTGRESQL|select 'a' 'b'|adjacent
            POSTGRESQL|select U&'a'|string
            POSTGRESQL|select u&"a"|string
            POSTGRESQL|select $$a$$e'b'|escapes
            POSTGRESQL|select `a`|symbol
            POSTGRESQL|select $é$a$é$|symbol
            MYSQL|select 5--3|dashes
            MYSQL|select @a|symbol
            MYSQL|select a:=1|symbol
            MYSQL|select _gbk'a'|introducer
            MYSQL|select _latin1 ?|introducer
            MYSQL|select 1_000|number
            MYSQL|select a.1|number
            SQLITE|select :a|symbol
            SQLITE|select #1|symbol
            SQLITE|select [a|open
            """, delimiter = '|')
    void eachProductHasItsOwn(DatabaseKind product, String text, String reason) {
        assertRefused(product, text, reason);
    }

    @ParameterizedTest
    @EnumSource(value = DatabaseKind.class, names = {"POSTGRESQL", "MYSQL", "SQLITE"})
    @Timeout(20)
    void longTokensNeedNoStack(DatabaseKind product) throws SqlTokens.Unclear {
        int many = 1 << 20;
        for (String text : List.of("'" + "''".repeat(many) + "'", "'" + "a".repeat(many) + "'", "1 /* " + "*a".repeat(many) + "*/",
                "1 -- " + "a".repeat(many) + "\n", "1".repeat(many), "(" + " ".repeat(many) + ")")) {
            assertThat(SqlTokens.of(product, "select " + text)).hasSizeBetween(2, 3);
        }
        if (product != DatabaseKind.SQLITE) {
            assertThat(SqlTokens.of(product, "select " + (product == DatabaseKind.MYSQL ? "" : "e") + "'" + "\\\\".repeat(many) + "'"))
                    .hasSizeBetween(2, 3);
        }
        Stream.of("'" + "''".repeat(many), "/* " + "*a".repeat(many), "'".repeat(2 * many + 1))
                .forEach(open -> assertThatThrownBy(() -> SqlTokens.of(product, "select " + open)).isInstanceOf(SqlTokens.Unclear.class));
    }
}
