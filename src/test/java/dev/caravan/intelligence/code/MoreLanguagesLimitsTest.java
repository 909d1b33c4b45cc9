package dev.caravan.intelligence.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Deeply nested sources in C, C++, C#, Kotlin, Rust, PHP and Ruby are read or refused. */
class MoreLanguagesLimitsTest extends ParsingTest {

    /** The native code ends the process at 1,024 of them. */
    @Test
    void stringsThatCrashTheKotlinParserAreRefused() {
        byte[] deep = ("val a = " + "\"${".repeat(1_100)).getBytes(StandardCharsets.UTF_8);

        assertThatThrownBy(() -> parser.parse("a.kt", Language.KOTLIN, deep)).isInstanceOf(SourceParser.UnparsableException.class)
                .hasMessageContaining("900");
        assertThat(calls(parse("b.kt", "val a = \"${one()}\"\n".repeat(300)))).hasSize(300);
    }

    @Tag("nightly")
    @Test
    @Timeout(180)
    void tenThousandLinksAndBracketsAreRead() {
        String open = "(".repeat(10_000);
        String close = ")".repeat(10_000);
        String chain = ".next()".repeat(10_000);

        for (String file : List.of("a.c", "a.cpp", "a.cs", "a.kt", "a.rs", "a.rb")) {
            assertThat(calls(parse(file, "x = " + open + "one()" + close + ";\n"))).as(file).contains("(module) -> one/0");
            assertThat(parse(file, "a" + chain + ";\n").calls()).as(file).hasSize(10_000);
        }
        assertThat(calls(parse("a.php", "<?php $x = " + open + "one()" + close + ";\n"))).contains("(module) -> one/0");
        assertThat(parse("a.php", "<?php $a" + chain.replace(".", "->") + ";\n").calls()).hasSize(10_000);
    }
}
