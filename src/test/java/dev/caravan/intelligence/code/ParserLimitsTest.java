package dev.caravan.intelligence.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The parser reads broken, large and deeply nested sources, and refuses what it cannot read in time. */
@Tag("nightly")
class ParserLimitsTest extends ParsingTest {

    @Test
    void definitionsBesideSyntaxErrorsAreRead() {
        SourceParser.ParsedFile file = parse("Shop.java", """
                class Shop {
                    void open() { till.open(; }
                    void broken( { ) }
                    void shut() { till.shut(); }
                }
                """);
        SourceParser.ParsedFile unclosed = parse("Till.java", "class Till {\n    void open() { start(); }\n    void shut() { stop(); }\n");

        assertThat(file.symbols()).extracting(Symbol::name).contains("Shop", "open", "shut");
        assertThat(call(file, "shut").receiver()).isEqualTo("till");
        assertThat(unclosed.symbols()).extracting(Symbol::name).contains("open", "shut");
        assertThat(unclosed.calls()).extracting(CallSite::name).containsExactly("start", "stop");
    }

    @Test
    void invalidUtf8IsRefused() {
        byte[] latin = "class Shop { String s = \"caf\u00e9\"; }".getBytes(StandardCharsets.ISO_8859_1);

        assertThatThrownBy(() -> parser.parse("Shop.java", Language.JAVA, latin)).isInstanceOf(SourceParser.UnparsableException.class)
                .hasMessageContaining("UTF-8");
    }

    @Test
    void fileOfAnotherLanguageIsRefused() {
        byte[] prose = "The quick brown fox jumps over the lazy dog; nobody knows why it does, or whether it will again!\n".repeat(50)
                .getBytes(StandardCharsets.UTF_8);
        byte[] noise = new byte[20_000];
        Random random = new Random(7);
        for (int i = 0; i < noise.length; i++) {
            noise[i] = (byte) (33 + random.nextInt(93));
        }

        for (Language language : List.of(Language.GO, Language.TYPESCRIPT, Language.JAVASCRIPT, Language.PYTHON)) {
            assertThatThrownBy(() -> parser.parse("a", language, prose)).as(language + " from prose")
                    .isInstanceOf(SourceParser.UnparsableException.class);
        }
        assertThatThrownBy(() -> parser.parse("a", Language.JAVA, noise)).isInstanceOf(SourceParser.UnparsableException.class);
    }

    @Test
    @Timeout(60)
    void tenThousandBracketsAreRead() {
        String open = "(".repeat(10_000);
        String close = ")".repeat(10_000);
        String chain = ".next()".repeat(10_000);

        assertThat(calls(parse("A.java", "class A { int x = " + open + "one()" + close + "; void f() { two(); } }")))
                .containsExactly("A -> one/0", "A.f -> two/0");
        assertThat(calls(parse("a.py", "x = " + open + "one()" + close + "\ntwo()\n"))).contains("(module) -> two/0");
        assertThat(calls(parse("a.js", "const x = " + open + "one()" + close + "; two();"))).contains("(module) -> one/0",
                "(module) -> two/0");
        assertThat(calls(parse("a.ts", "const x = " + open + "one()" + close + "; two();"))).contains("(module) -> one/0",
                "(module) -> two/0");
        assertThat(calls(parse("a.go", "package a\nvar x = " + open + "one()" + close + "\nfunc f() { two() }\n")))
                .contains("(module) -> one/0", "f -> two/0");
        assertThat(parse("B.java", "class B { void f() { a" + chain + "; } }").calls()).hasSize(10_000);
        assertThat(parse("b.js", "a" + chain + ";").calls()).hasSize(10_000);
        assertThat(parse("c.java", "class C { String s = \"\"" + " + \"x\"".repeat(10_000) + "; }").symbols()).hasSize(1);
    }

    @Test
    @Timeout(60)
    void aMegabyteIsRead() {
        String text = IntStream.range(0, 20_000).mapToObj(i -> "    void method" + i + "() { call" + i + "(x, \"some text\"); }\n")
                .collect(Collectors.joining("", "class Big {\n", "}\n"));

        assertThat(text.length()).isGreaterThan(1_000_000);
        assertThat(parse("Big.java", text).symbols()).hasSize(20_001);
        assertThat(parse("Big.java", text).calls()).hasSize(20_000);
    }

    /** Native code takes memory by the square of these, and ends the process when there is no more. */
    @Test
    @Timeout(120)
    void textsThatExplodeTheParserAreRefusedInTime() {
        for (String bomb : List.of("a<", "a<a&", "f(a<", "x{")) {
            for (Language language : List.of(Language.JAVA, Language.TYPESCRIPT)) {
                long begin = System.nanoTime();
                try {
                    parser.parse("bomb", language, bomb.repeat(20_000).getBytes(StandardCharsets.UTF_8));
                } catch (SourceParser.UnparsableException e) {
                    assertThat(e).hasMessageNotContaining(bomb + bomb);
                }
                assertThat(Duration.ofNanos(System.nanoTime() - begin)).as(language + " " + bomb).isLessThan(Duration.ofSeconds(20));
            }
        }
    }

    @Test
    void oneParserServesManyThreads() throws Exception {
        SourceParser.ParsedFile once = parse("Shop.java", "class Shop { void open() { till.open(); } }");
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            List<Future<SourceParser.ParsedFile>> all = Stream.generate(() -> threads.submit(() -> parse("Shop.java",
                    "class Shop { void open() { till.open(); } }"))).limit(200).toList();

            for (Future<SourceParser.ParsedFile> one : all) {
                assertThat(one.get()).isEqualTo(once);
            }
        } finally {
            threads.shutdownNow();
        }
    }
}
