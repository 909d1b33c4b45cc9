package dev.caravan.intelligence.files;

import static dev.caravan.intelligence.files.ChunkChecks.assertContiguous;
import static dev.caravan.intelligence.files.ChunkChecks.assertCovered;
import static dev.caravan.intelligence.files.ChunkChecks.parsed;
import static dev.caravan.intelligence.files.ChunkChecks.symbol;
import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.intelligence.code.Language;
import dev.caravan.intelligence.code.SourceParser;
import dev.caravan.intelligence.code.Symbol;
import dev.caravan.intelligence.code.SymbolKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.util.unit.DataSize;

/** Every line of a file that has a word is in a chunk. */
@Tag("nightly")
class ChunkCoverageTest {

    @Test
    void chunksCoverEverySourceOfThisRepository() throws IOException {
        WorkspaceFiles walk = WorkspaceFiles.in(Path.of("src"), List.of("package-lock.json", "*.jar"));
        TextFiles files = new TextFiles(DataSize.ofMegabytes(1));
        Map<String, String> java = new LinkedHashMap<>();
        int others = 0;
        for (FoundFile file : walk.found()) {
            if (files.read(file) instanceof TextFiles.ReadFile.Text read && file.path().endsWith(".java")) {
                java.put(file.path(), read.text());
            } else if (files.read(file) instanceof TextFiles.ReadFile.Text read) {
                assertCovered(file.path(), read.text(), CodeChunker.cut(file.path(), read.text()));
                others++;
            }
        }
        for (SourceParser.ParsedFile parsed : JavacSymbols.parse(java)) {
            String text = java.get(parsed.file().path());
            assertCovered(parsed.file().path(), text, CodeChunker.cut(parsed, text));
        }
        assertThat(java).hasSizeGreaterThan(500);
        assertThat(others).isGreaterThan(30);
    }

    @Test
    void chunksCoverJavaWithoutDefinitions() throws IOException {
        WorkspaceFiles walk = WorkspaceFiles.in(Path.of("src/main/java"), List.of());
        for (FoundFile file : walk.found()) {
            String text = Files.readString(file.file());
            assertCovered(file.path(), text, CodeChunker.cut(file.path(), text));
        }
    }

    @Test
    void chunksCoverRoutesSettingsAndManuals() throws IOException {
        for (String root : List.of("routes", "config")) {
            WorkspaceFiles walk = WorkspaceFiles.in(Path.of(root), List.of());
            for (FoundFile file : walk.found()) {
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
    void chunksCoverDefinitionsAnywhere() {
        Random random = new Random(7);
        for (int round = 0; round < 300; round++) {
            int lines = 1 + random.nextInt(200);
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < lines; i++) {
                text.append(" ".repeat(random.nextInt(12)))
                        .append(random.nextInt(5) == 0 ? "" : "word" + i + "(".repeat(random.nextInt(2)) + " x".repeat(random.nextInt(80)))
                        .append('\n');
            }
            List<Symbol> symbols = new ArrayList<>();
            for (int i = random.nextInt(30); i > 0; i--) {
                int first = 1 + random.nextInt(lines);
                int last = first + random.nextInt(40);
                symbols.add(symbol("f" + i, random.nextBoolean() ? SymbolKind.TYPE : SymbolKind.FUNCTION, first,
                        Math.min(last, first + random.nextInt(4)), last));
            }
            assertCovered("a.py", text.toString(), CodeChunker.cut(parsed("a.py", Language.PYTHON, symbols), text.toString()));
        }
    }
}
