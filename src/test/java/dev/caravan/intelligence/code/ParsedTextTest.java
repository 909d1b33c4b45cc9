package dev.caravan.intelligence.code;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The parser finds each definition once and at its right line, whatever characters and line ends the file has. */
@Tag("full")
class ParsedTextTest extends ParsingTest {

    @Test
    void repeatedDefinitionsHaveDifferentIds() {
        SourceParser.ParsedFile file = parse("a.py", "def f(x):\n    pass\n\ndef f(y):\n    g()\n");

        assertThat(file.symbols()).extracting(Symbol::id).containsExactly("a.py#f()", "a.py#f()~2");
        assertThat(call(file, "g").caller()).isEqualTo("a.py#f()~2");
    }

    @Test
    void multibyteCharactersShiftNoNamesOrLines() {
        SourceParser.ParsedFile file = parse("Shop.java", """
                class Shop {
                    String 名 = "水泵空转会停机 👨‍👩‍👧‍👦"; /* 😀😀😀 */ Till 收银 = new Till("中文", '文');
                    void 卖() { 收银.打开("😀"); this.收银.shut("é"); }
                }
                """);

        assertThat(symbols(file)).containsExactly("TYPE Shop 1/1/4", "METHOD Shop.卖 3/3/3");
        assertThat(symbol(file, "Shop").members()).containsExactly("名:String", "收银:Till");
        assertThat(calls(file)).containsExactly("Shop -> new Till/2", "Shop.卖 -> 收银.打开/1", "Shop.卖 -> this.收银.shut/1");
        for (String path : List.of("a.py", "a.js", "a.ts", "a.go")) {
            String comment = path.endsWith(".py") ? "#" : "//";
            assertThat(call(parse(path, comment + " 🚀 中文\n".repeat(1) + (path.endsWith(".go") ? "package a\nfunc f() { 调用(\"😀\") }"
                    : "调用(\"😀\")")), "调用").arguments()).isEqualTo(1);
        }
    }

    @Test
    void largeFileKeepsMultibyteCharacters() {
        String text = IntStream.range(0, 8_000).mapToObj(i -> "    void 方法" + i + "() { 调用" + i + "(\"😀\"); }\n")
                .collect(Collectors.joining("",
                "class Shop {\n", "}\n"));
        SourceParser.ParsedFile file = parse("Shop.java", text);

        assertThat(file.symbols()).hasSize(8_001);
        assertThat(file.calls()).extracting(CallSite::name)
                .containsExactlyElementsOf(IntStream.range(0, 8_000).mapToObj(i -> "调用" + i).toList());
    }

    @Test
    void windowsLineEndsCountTheSame() {
        assertThat(symbols(parse("Shop.java", "class Shop {\r\n\r\n    void open() {\r\n    }\r\n}\r\n")))
                .containsExactly("TYPE Shop 1/1/5", "METHOD Shop.open 3/3/4");
    }

    @Test
    void emptyFileHasNoDefinitions() {
        for (String path : List.of("A.java", "a.py", "a.js", "a.ts", "a.go")) {
            for (String text : List.of("", "\n\n", "  ")) {
                assertThat(parse(path, text).symbols()).isEmpty();
                assertThat(parse(path, text).calls()).isEmpty();
            }
        }
    }
}
