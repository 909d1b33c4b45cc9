package dev.caravan.intelligence.code;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.TemporaryFolder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A SCIP index says what the calls of its files mean, until a file is another one than the index is of. */
class ScipCallsTest {

    private final Path root = TemporaryFolder.make("caravan-scip");
    private final ScipSnapshot shop = ScipSnapshot.of("shop.txt");

    @BeforeEach
    void write() throws IOException {
        shop.write(root);
    }

    private String chain(String symbol, ChainSearch.Direction direction) {
        ScipIndex index = ScipIndex.of(root.resolve("index.scip"), root, ScipIndex.NONE);
        assertThat(index.problem()).isNull();
        return new ChainSearch().chain(MemoryCodeGraph.of(root, index), symbol, direction, 1, 100).map(ChainText::of).orElseThrow();
    }

    private Optional<SourceParser.ParsedFile> parsed(String path) throws Exception {
        ScipIndex index = ScipIndex.of(root.resolve("index.scip"), root, ScipIndex.NONE);
        return Optional.of(new SourceParser().parse(path, Language.of(path).orElseThrow(), Files.readAllBytes(root.resolve(path)),
                none -> null, index));
    }

    private void edit(String path, String before, String after) throws IOException {
        Path file = root.resolve(path);
        String text = Files.readString(file);
        assertThat(text).contains(before);
        Files.writeString(file, text.replace(before, after));
    }

    @Test
    void callOnAResultWhoseTypeNobodyWritesIsExactAndItsImplementationUncertain() {
        assertThat(chain("sell", ChainSearch.Direction.CALLEES)).isEqualTo("""
                src/till.ts#sell()
                  -> src/store.ts#open()
                  -> src/store.ts#Store.stow(number)
                  -> src/store.ts#Disk.stow(number) ?
                """);
        assertThat(chain("open", ChainSearch.Direction.CALLERS)).isEqualTo("""
                src/store.ts#open()
                  <- src/till.ts#sell()
                """);
        assertThat(chain("open", ChainSearch.Direction.CALLEES)).isEqualTo("""
                src/store.ts#open()
                  -> src/store.ts#Disk
                """);
    }

    @Test
    void callThatTheIndexDoesNotKnowIsUncertain() {
        assertThat(chain("swap", ChainSearch.Direction.CALLEES)).isEqualTo("""
                src/till.ts#swap()
                  -> src/store.ts#Store.stow(number) ?
                  -> src/store.ts#Disk.stow(number) ?
                  -> src/store.ts#Log.stow(number) ?
                  -> src/old.js#old()
                """);
    }

    @Test
    void fileThatTheIndexDoesNotCoverStaysWithTheLocalGraph() {
        assertThat(chain("src/old.js#old", ChainSearch.Direction.CALLERS)).isEqualTo("""
                src/old.js#old()
                  <- src/till.ts#swap()
                """);
        assertThat(chain("Disk.stow", ChainSearch.Direction.CALLEES)).isEqualTo("""
                src/store.ts#Disk.stow(number)
                  -> src/store.ts#keep(number)
                """);
    }

    @Test
    void changedFilesAreNotReadByTheIndex() throws Exception {
        assertThat(parsed("src/store.ts")).get().matches(SourceParser.ParsedFile::exact);
        for (List<String> change : List.of(List.of("function keep(n: number) {", "function  keep(n: number) {"),
                List.of("{ keep(n); }", "{ stow(n); }"), List.of("class Log", "class Lag"), List.of("class Log", "\nclass Log"),
                List.of("return new Disk(); }", "return new Disk(); }\nfunction more() { }"),
                List.of("return new Disk(); }", "return }"), List.of("keep(n); }\n}", "keep(n); }\n  more() { }\n}"))) {
            shop.write(root);
            edit("src/store.ts", change.get(0), change.get(1));
            assertThat(parsed("src/store.ts")).as(change.get(1)).get().matches(file -> !file.exact());
            assertThat(parsed("src/store.ts").orElseThrow().symbols()).allMatch(symbol -> !symbol.inScip());
            assertThat(parsed("src/store.ts").orElseThrow().calls()).allMatch(call -> call.exact().isEmpty());
            assertThat(parsed("src/till.ts")).get().matches(SourceParser.ParsedFile::exact);
        }
        assertThat(chain("open", ChainSearch.Direction.CALLERS)).isEqualTo("""
                src/store.ts#open()
                  <- src/till.ts#sell()
                """);
    }

    @Test
    void textInTheIndexMustBeTheFiles() throws Exception {
        String text = shop.files().get("src/old.js");
        for (String indexed : List.of(text, text + "// more\n")) {
            shop.index().put("src/old.js", (new String(ScipSnapshot.field(1, "src/old.js"), StandardCharsets.UTF_8)
                    + new String(ScipSnapshot.field(5, indexed), StandardCharsets.UTF_8)).getBytes(StandardCharsets.UTF_8));
            shop.write(root);
            ScipDocument document = ScipIndex.of(root.resolve("index.scip"), root, ScipIndex.NONE).document("src/old.js");
            assertThat(document.in(Source.of(text.getBytes(StandardCharsets.UTF_8))).isPresent()).isEqualTo(indexed.equals(text));
        }
    }

    @Test
    void charactersCountInTheUnitsThatTheIndexSays() throws Exception {
        Source source = Source.of("é = '价🚀'; stow();".getBytes(StandardCharsets.UTF_8));
        for (int[] units : new int[][] {{1, 16}, {2, 11}, {3, 10}}) {
            ScipDocument document = new ScipDocument("a.ts", "", units[0], List.of(new ScipDocument.Occurrence(0, units[1], units[1] + 4,
                    "a b c d stow().", true)), Map.of());
            assertThat(document.in(source).orElseThrow().defined()).as("" + units[0]).containsOnlyKeys(20);
        }
    }
}
