package dev.caravan.intelligence.files;

import static dev.caravan.intelligence.files.ChunkChecks.parsed;
import static dev.caravan.intelligence.files.ChunkChecks.symbol;
import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.intelligence.code.Language;
import dev.caravan.intelligence.code.SourceParser;
import dev.caravan.intelligence.code.Symbol;
import dev.caravan.intelligence.code.SymbolKind;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Python, JavaScript, TypeScript and Go are cut into their functions, without their imports. */
class ScriptChunksTest {

    @Test
    void importsOfEveryLanguageAreLeftOut() throws Exception {
        assertThat(outside("a.py", Language.PYTHON,
                "\"\"\"Takes words from the list, and\nfrom the other import none.\"\"\"\nfrom a.b import (\n    c,\n    d,\n)\nimport os,"
                        + " sys\nLIMIT = 3\n"))
                .isEqualTo("\"\"\"Takes words from the list, and\nfrom the other import none.\"\"\"\nLIMIT = 3");
        assertThat(outside("a.ts", Language.TYPESCRIPT,
                "import {\n  a,\n  b\n} from './x';\nimport type { T } from 'y';\nimport z from \"z\";\nimport 'w';\nconst lazy = "
                        + "import('v');\nimport('u').then(run);\n"))
                .isEqualTo("const lazy = import('v');\nimport('u').then(run);");
        assertThat(outside("a.go", Language.GO,
                "// Package a counts.\npackage a\n\nimport (\n\t\"fmt\"\n\tx \"y/z\"\n)\n\nimport \"os\"\n\nconst limit = 3\n"))
                .isEqualTo("// Package a counts.\nconst limit = 3");
    }

    @Test
    void smallFunctionKeepsItsInnerDefinitions() {
        String text = "def outer():\n    x = 1\n    def inner():\n        a = 1\n        b = 2\n        c = 3\n        return a\n    "
                + "return inner\n";
        List<Symbol> symbols = List.of(symbol("outer", SymbolKind.FUNCTION, 1, 1, 8), symbol("inner", SymbolKind.FUNCTION, 3, 3, 7));

        assertThat(CodeChunker.cut(parsed("a.py", Language.PYTHON, symbols), text)).singleElement()
                .satisfies(chunk -> assertThat(chunk.text()).isEqualTo(text.strip()));
    }

    @Test
    void largeFunctionIsSplitAtInnerDefinitions() {
        String inner = "    function inner() {\n" + "        call(1234567890);\n".repeat(55) + "    }\n";
        String text = "function outer() {\n    let state = 1;\n" + inner + inner.replace("inner", "other") + "}\n";
        List<Symbol> symbols = List.of(symbol("outer", SymbolKind.FUNCTION, 1, 1, 117), symbol("inner", SymbolKind.FUNCTION, 3, 3, 59),
                symbol("other", SymbolKind.FUNCTION, 60, 60, 116));
        List<CodeChunk> chunks = CodeChunker.cut(parsed("a.js", Language.JAVASCRIPT, symbols), text);

        assertThat(chunks.get(0).text())
                .isEqualTo("function outer() {\n    let state = 1;\n    function inner() {\n    function other() {\n}");
        assertThat(chunks).extracting(CodeChunk::symbolId).containsExactly("a.js#outer", "a.js#inner", "a.js#other");
    }

    private static String outside(String path, Language language, String text) throws SourceParser.UnparsableException {
        SourceParser.ParsedFile read = new SourceParser().parse(path, language, text.getBytes(StandardCharsets.UTF_8));
        SourceParser.ParsedFile parsed = new SourceParser.ParsedFile(read.file(), List.of(), List.of(), read.header());
        return String.join("|", CodeChunker.cut(parsed, text).stream().map(CodeChunk::text).toList()).replaceAll("\n{2,}", "\n");
    }
}
