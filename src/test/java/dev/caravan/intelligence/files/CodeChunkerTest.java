package dev.caravan.intelligence.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.intelligence.code.Language;
import dev.caravan.intelligence.code.ParsedFile;
import dev.caravan.intelligence.code.SourceFile;
import dev.caravan.intelligence.code.Symbol;
import dev.caravan.intelligence.code.SymbolKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class CodeChunkerTest {

    private static final int LONGEST = 2_000;
    private static final Pattern IMPORT = Pattern.compile("(?:import|package) .*;");

    private static final String ORDERS = """
            package shop;

            import java.util.List;

            /** Keeps the orders. */
            public final class Orders {

                private final List<Order> orders;

                Orders(List<Order> orders) {
                    this.orders = orders;
                }

                /** Those that nobody has paid. */
                public List<Order> findUnpaidByCustomer(String customer,
                        boolean lateToo) {
                    return orders.stream()
                            .filter(order -> !order.paid())
                            .toList();
                }

                int size() {
                    return orders.size();
                }

                /** One of them. */
                record Order(String customer, boolean paid) {

                    boolean isLate() {
                        return false;
                    }
                }
            }
            """;

    @Test
    void aTypeIsItsCommentFieldsAndSignatures() throws IOException {
        CodeChunk type = cut("src/main/java/dev/shop/Orders.java", ORDERS).get(0);

        assertThat(type.text()).isEqualTo("""
                /** Keeps the orders. */
                public final class Orders {

                    private final List<Order> orders;

                    Orders(List<Order> orders) {
                        this.orders = orders;
                    }

                    public List<Order> findUnpaidByCustomer(String customer,
                            boolean lateToo) {

                    int size() {
                        return orders.size();
                    }

                    record Order(String customer, boolean paid) {
                }""");
        assertThat(type.title()).isEqualTo("shop Orders");
        assertThat(List.of(type.firstLine(), type.lastLine())).containsExactly(5, 33);
    }

    @Test
    void aMethodIsAChunkWithItsComment() throws IOException {
        CodeChunk method = cut("src/main/java/dev/shop/Orders.java", ORDERS).get(1);

        assertThat(method.text()).startsWith("    /** Those that").endsWith("    }");
        assertThat(List.of(method.firstLine(), method.lastLine())).containsExactly(14, 20);
        assertThat(method.title()).isEqualTo("shop Orders find unpaid by customer");
        assertThat(method.symbolId()).contains("Orders.findUnpaidByCustomer");
    }

    @Test
    void tinyMembersStayWithTheirType() throws IOException {
        List<CodeChunk> chunks = cut("Orders.java", ORDERS);

        assertThat(chunks).extracting(CodeChunk::title).containsExactly("Orders", "Orders find unpaid by customer", "Orders Order");
        assertThat(chunks.get(2).text()).contains("boolean isLate() {\n            return false;");
    }

    @Test
    void aLongMethodIsCutAtItsBlankLinesAndSaysItsSignatureInEveryTitle() throws IOException {
        StringBuilder source = new StringBuilder("class A {\n    /** Does much. */\n    public void doMuch(int times) {\n");
        for (int i = 0; i < 12; i++) {
            source.append("        if (times > ").append(i).append(") {\n").append(("            call(\"" + "x".repeat(60) + "\");\n").repeat(4)).append("        }\n\n");
        }
        List<CodeChunk> chunks = cut("a/A.java", source + "    }\n}\n");

        List<CodeChunk> pieces = chunks.stream().filter(chunk -> chunk.symbolId().contains("doMuch")).toList();
        assertThat(pieces).hasSizeGreaterThan(2).allMatch(piece -> piece.title().equals("a A do much public void doMuch(int times)"));
        assertThat(pieces.subList(1, pieces.size() - 1)).allMatch(piece -> piece.text().startsWith("        if (times") && piece.text().endsWith("        }"));
        assertCovered("a/A.java", source + "    }\n}\n", chunks);
    }

    @Test
    void everySourceOfThisRepositoryIsCovered() throws IOException {
        WorkspaceWalk walk = new WorkspaceFiles(Path.of("src"), List.of("package-lock.json", "*.jar")).walk();
        TextFiles files = new TextFiles();
        Map<String, String> java = new LinkedHashMap<>();
        int others = 0;
        while (walk.hasNext()) {
            FoundFile file = walk.next();
            if (files.read(file) instanceof ReadFile.Text read && file.path().endsWith(".java")) {
                java.put(file.path(), read.text());
            } else if (files.read(file) instanceof ReadFile.Text read) {
                assertCovered(file.path(), read.text(), CodeChunker.cut(file.path(), read.text()));
                others++;
            }
        }
        for (ParsedFile parsed : JavacSymbols.parse(java)) {
            String text = java.get(parsed.file().path());
            assertCovered(parsed.file().path(), text, CodeChunker.cut(parsed, text));
        }
        assertThat(java).hasSizeGreaterThan(500);
        assertThat(others).isGreaterThan(30);
    }

    @Test
    void javaWithoutItsDefinitionsIsCoveredToo() throws IOException {
        WorkspaceWalk walk = new WorkspaceFiles(Path.of("src/main/java"), List.of()).walk();
        while (walk.hasNext()) {
            FoundFile file = walk.next();
            String text = Files.readString(file.file());
            assertCovered(file.path(), text, CodeChunker.cut(file.path(), text));
        }
    }

    @Test
    void routesSettingsAndManualsAreCovered() throws IOException {
        for (String root : List.of("routes", "config")) {
            WorkspaceWalk walk = new WorkspaceFiles(Path.of(root), List.of()).walk();
            while (walk.hasNext()) {
                FoundFile file = walk.next();
                String text = Files.readString(file.file());
                List<CodeChunk> chunks = CodeChunker.cut(root + '/' + file.path(), text);
                assertCovered(file.path(), text, chunks);
                assertContiguous(chunks, text);
            }
        }
        for (String file : List.of("README.md", "pom.xml", "LICENSE")) {
            String text = Files.readString(Path.of(file));
            List<CodeChunk> chunks = CodeChunker.cut(file, text);
            assertCovered(file, text, chunks);
            assertContiguous(chunks, text);
        }
    }

    @Test
    void definitionsMayStandAnywhere() {
        Random random = new Random(7);
        for (int round = 0; round < 300; round++) {
            int lines = 1 + random.nextInt(200);
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < lines; i++) {
                text.append(" ".repeat(random.nextInt(12))).append(random.nextInt(5) == 0 ? "" : "word" + i + "(".repeat(random.nextInt(2)) + " x".repeat(random.nextInt(80))).append('\n');
            }
            List<Symbol> symbols = new ArrayList<>();
            for (int i = random.nextInt(30); i > 0; i--) {
                int first = 1 + random.nextInt(lines);
                int last = first + random.nextInt(40);
                symbols.add(symbol("f" + i, random.nextBoolean() ? SymbolKind.TYPE : SymbolKind.FUNCTION, first, Math.min(last, first + random.nextInt(4)), last));
            }
            assertCovered("a.py", text.toString(), CodeChunker.cut(parsed("a.py", Language.PYTHON, symbols), text.toString()));
        }
    }

    @Test
    void importsOfEveryLanguageAreLeftOut() {
        assertThat(outside("a.py", Language.PYTHON, "\"\"\"Takes words from the list, and\nfrom the other import none.\"\"\"\nfrom a.b import (\n    c,\n    d,\n)\nimport os, sys\nLIMIT = 3\n"))
                .isEqualTo("\"\"\"Takes words from the list, and\nfrom the other import none.\"\"\"\nLIMIT = 3");
        assertThat(outside("a.ts", Language.TYPESCRIPT, "import {\n  a,\n  b\n} from './x';\nimport type { T } from 'y';\nimport z from \"z\";\nimport 'w';\nconst lazy = import('v');\nimport('u').then(run);\n"))
                .isEqualTo("const lazy = import('v');\nimport('u').then(run);");
        assertThat(outside("a.go", Language.GO, "// Package a counts.\npackage a\n\nimport (\n\t\"fmt\"\n\tx \"y/z\"\n)\n\nimport \"os\"\n\nconst limit = 3\n"))
                .isEqualTo("// Package a counts.\nconst limit = 3");
    }

    @Test
    void aFunctionThatFitsKeepsWhatIsDefinedInIt() {
        String text = "def outer():\n    x = 1\n    def inner():\n        a = 1\n        b = 2\n        c = 3\n        return a\n    return inner\n";
        List<Symbol> symbols = List.of(symbol("outer", SymbolKind.FUNCTION, 1, 1, 8), symbol("inner", SymbolKind.FUNCTION, 3, 3, 7));

        assertThat(CodeChunker.cut(parsed("a.py", Language.PYTHON, symbols), text)).singleElement().satisfies(chunk -> assertThat(chunk.text()).isEqualTo(text.strip()));
    }

    @Test
    void aFunctionThatDoesNotFitIsCutByWhatIsDefinedInIt() {
        String inner = "    function inner() {\n" + "        call(1234567890);\n".repeat(55) + "    }\n";
        String text = "function outer() {\n    let state = 1;\n" + inner + inner.replace("inner", "other") + "}\n";
        List<Symbol> symbols = List.of(symbol("outer", SymbolKind.FUNCTION, 1, 1, 117), symbol("inner", SymbolKind.FUNCTION, 3, 3, 59), symbol("other", SymbolKind.FUNCTION, 60, 60, 116));
        List<CodeChunk> chunks = CodeChunker.cut(parsed("a.js", Language.JAVASCRIPT, symbols), text);

        assertThat(chunks.get(0).text()).isEqualTo("function outer() {\n    let state = 1;\n    function inner() {\n    function other() {\n}");
        assertThat(chunks).extracting(CodeChunk::symbolId).containsExactly("a.js#outer", "a.js#inner", "a.js#other");
    }

    @Test
    void everyRouteOfAFileIsAChunkWithItsName() {
        String steps = "      - log:\n          message: something that is said at length, so that it counts for something\n".repeat(6);
        String text = "# What is first\n- route:\n    id: one\n    steps:\n" + steps + "- route:\n    id: two\n    steps:\n" + steps + "# About the third\n- routeTemplate:\n    id: three\n    steps:\n" + steps;
        List<CodeChunk> chunks = CodeChunker.cut("routes/call/some.camel.yaml", text);

        assertThat(chunks).extracting(CodeChunk::title).containsExactly("routes call some route one", "routes call some route two", "routes call some routeTemplate three");
        assertThat(chunks).extracting(chunk -> chunk.text().lines().findFirst().orElseThrow()).containsExactly("# What is first", "- route:", "# About the third");
    }

    @Test
    void settingsAreCutAtTheirUpperKeys() throws IOException {
        List<CodeChunk> chunks = CodeChunker.cut("config/application.yaml", Files.readString(Path.of("config/application.yaml")));

        assertThat(chunks).filteredOn(chunk -> chunk.title().contains("caravan web-search")).isNotEmpty().first()
                .satisfies(chunk -> assertThat(chunk.text()).contains("searxng-url:").doesNotContain("ontology-query-url"));
    }

    @Test
    void aManualIsCutAtItsHeadingsButNotInItsExamples() {
        String prose = "A sentence that explains something to whoever reads it.\n".repeat(10);
        String text = "# Tool\n\nShort.\n\n## Install\n" + prose + "```\n# not a heading\n" + prose + "```\n\n## Use\n" + prose + "### Options\n" + prose + "Old style\n---------\n" + prose;
        List<CodeChunk> chunks = CodeChunker.cut("docs/guide/README.md", text);

        assertThat(chunks).extracting(CodeChunk::title).containsExactly("docs guide README Tool, Install", "docs guide README Use", "docs guide README Use Options");
        assertThat(chunks.get(0).text()).contains("# not a heading");
    }

    @Test
    void aHeadingMayBeUnderlined() {
        String prose = "A sentence that explains something to whoever reads it.\n".repeat(10);

        assertThat(CodeChunker.cut("a.md", "Title\n=====\n\n" + prose + "\nSecond part\n---\n\n" + prose)).extracting(CodeChunk::title).containsExactly("a Title", "a Second part");
    }

    @Test
    void windowsLineEndsDoNotShiftLines() {
        List<CodeChunk> chunks = CodeChunker.cut("a.txt", "one\r\n\r\ntwo\r\nthree");

        assertThat(chunks).containsExactly(new CodeChunk("a.txt", 1, 4, "", "a", "one\n\ntwo\nthree"));
    }

    @Test
    void anEndlessLineIsCutBetweenCharacters() {
        String line = "😀文".repeat(2_000);
        List<CodeChunk> chunks = CodeChunker.cut("a.txt", "first\n" + line + "\nlast\n");

        assertThat(chunks).filteredOn(chunk -> chunk.firstLine() == 2 && chunk.lastLine() == 2).allMatch(chunk -> chunk.text().codePoints().noneMatch(c -> c >= 0xD800 && c < 0xE000))
                .extracting(CodeChunk::text).satisfies(parts -> assertThat(String.join("", parts)).isEqualTo(line));
        assertThat(chunks).allMatch(chunk -> chunk.text().length() <= LONGEST);
    }

    @Test
    void aHugeFileHasOnlySoManyChunks() {
        List<CodeChunk> chunks = CodeChunker.cut("a.txt", "A line of a file that goes on and on and on.\n".repeat(30_000));

        assertThat(chunks).hasSize(400);
        assertThat(chunks.get(0).firstLine()).isEqualTo(1);
    }

    @Test
    void whatHasNoWordHasNoChunk() {
        assertThat(CodeChunker.cut("a.json", "{\n}\n")).isEmpty();
        assertThat(CodeChunker.cut("a.txt", "\n\n---\n")).isEmpty();
    }

    /** No chunk is too long, each has its file's lines, and every line that has a word is in one. */
    private static void assertCovered(String path, String text, List<CodeChunk> chunks) {
        String[] lines = text.replace("\r\n", "\n").split("\n", -1);
        BitSet covered = new BitSet();
        for (CodeChunk chunk : chunks) {
            assertThat(chunk.text().length()).as("%s:%d", path, chunk.firstLine()).isLessThanOrEqualTo(LONGEST);
            assertThat(chunk.text()).as("%s:%d", path, chunk.firstLine()).containsPattern("[\\p{L}\\p{N}]");
            String[] own = chunk.text().split("\n", -1);
            if (chunk.firstLine() == chunk.lastLine()) {
                assertThat(lines[chunk.firstLine() - 1]).contains(chunk.text());
                covered.set(chunk.firstLine());
                continue;
            }
            assertThat(own[0]).isEqualTo(lines[chunk.firstLine() - 1]);
            assertThat(own[own.length - 1]).isEqualTo(lines[chunk.lastLine() - 1]);
            int number = chunk.firstLine();
            for (String line : own) {
                while (number <= chunk.lastLine() && !lines[number - 1].equals(line)) {
                    number++;
                }
                assertThat(number).as("%s has a line that is not there: %s", chunk, line).isLessThanOrEqualTo(chunk.lastLine());
                covered.set(number++);
            }
        }
        assertThat(chunks).as(path).hasSizeLessThan(CodeChunker.MOST);
        for (int number = 1; number <= lines.length; number++) {
            String line = lines[number - 1];
            boolean needed = line.codePoints().anyMatch(Character::isLetterOrDigit) && !IMPORT.matcher(line).matches();
            assertThat(covered.get(number) || !needed).as("%s:%d %s", path, number, line).isTrue();
        }
    }

    private static void assertContiguous(List<CodeChunk> chunks, String text) {
        List<String> lines = List.of(text.split("\n", -1));
        assertThat(chunks).allMatch(chunk -> chunk.firstLine() == chunk.lastLine() || chunk.text().equals(String.join("\n", lines.subList(chunk.firstLine() - 1, chunk.lastLine()))));
    }

    private static String outside(String path, Language language, String text) {
        return String.join("|", CodeChunker.cut(parsed(path, language, List.of()), text).stream().map(CodeChunk::text).toList()).replaceAll("\n{2,}", "\n");
    }

    private static List<CodeChunk> cut(String path, String text) throws IOException {
        return CodeChunker.cut(JavacSymbols.parse(path, text), text);
    }

    private static ParsedFile parsed(String path, Language language, List<Symbol> symbols) {
        return new ParsedFile(new SourceFile(path, language, "", List.of()), symbols, List.of());
    }

    private static Symbol symbol(String name, SymbolKind kind, int first, int line, int last) {
        return new Symbol("a.js#" + name, "a.js", name, name, kind, "", List.of(), 0, 0, List.of(), "", first, line, last, List.of());
    }
}
