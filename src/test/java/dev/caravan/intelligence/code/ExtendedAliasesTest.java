package dev.caravan.intelligence.code;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.TemporaryFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Path aliases of TypeScript count in configurations that extend others, by relative paths or in packages. */
@Timeout(60)
class ExtendedAliasesTest {

    private final Path root = TemporaryFolder.make("caravan-aliases");

    @BeforeEach
    void write() throws IOException {
        write("web/src/lib/money.ts", "export function total(n: number) { return n; }\n");
        write("shared/money.ts", "export function total(n: number) { return n; }\n");
        write("web/src/use.ts", "import { total } from '@lib/money';\nexport function sell() { return total(1); }\n");
    }

    private void write(String path, String text) throws IOException {
        Path file = root.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private List<String> called() {
        MemoryCodeGraph graph = MemoryCodeGraph.of(root);
        Symbol sell = graph.all().stream().filter(symbol -> symbol.name().equals("sell")).findFirst().orElseThrow();
        return new CallResolver(graph).callees(List.of(sell)).get(sell.id()).stream()
                .map(edge -> edge.symbol().path() + (edge.certain() ? "" : " ?")).toList();
    }

    @Test
    void aliasesOfAnExtendedFileAreRelativeToIt() throws IOException {
        write("base.json", "{ \"compilerOptions\": { \"paths\": { \"@lib/*\": [\"./web/src/lib/*\"] } } }");
        for (String name : List.of("../base.json", "../base")) {
            write("web/tsconfig.json", "{ \"extends\": \"" + name + "\" } // comment");
            assertThat(called()).as(name).containsExactly("web/src/lib/money.ts");
        }
    }

    @Test
    void aliasesOfAPackageAreRelativeToItOrToTheConfigurationThatExtendsIt() throws IOException {
        String options = "{ \"compilerOptions\": { \"paths\": { \"@lib/*\": [\"${configDir}/src/lib/*\"] } } }";
        write("node_modules/@acme/config/tsconfig.json", options);
        write("node_modules/@acme/config/strict.json", "{ \"extends\": \"./tsconfig.json\" }");
        for (String name : List.of("@acme/config", "@acme/config/tsconfig.json", "@acme/config/strict")) {
            write("web/tsconfig.json", "{ \"extends\": \"" + name + "\" }");
            assertThat(called()).as(name).containsExactly("web/src/lib/money.ts");
        }
        write("node_modules/@acme/config/tsconfig.json", options.replace("${configDir}/src/lib", "../../../shared"));
        assertThat(called()).containsExactly("shared/money.ts");
    }

    @Test
    void nearerOptionsReplaceExtendedOnes() throws IOException {
        write("a.json", "{ \"compilerOptions\": { \"baseUrl\": \"web\", \"paths\": { \"@lib/*\": [\"src/lib/*\"] } } }");
        write("b.json", "{ \"compilerOptions\": { \"paths\": { \"@lib/*\": [\"../shared/*\"] } } }");
        write("web/tsconfig.json", "{ \"extends\": [\"../a.json\", \"../b.json\"] }");
        assertThat(called()).as("the paths of the last, from the base of the first").containsExactly("shared/money.ts");
        write("web/tsconfig.json", "{ \"extends\": [\"../b.json\", \"../a.json\"] }");
        assertThat(called()).containsExactly("web/src/lib/money.ts");
        write("web/tsconfig.json",
                "{ \"extends\": \"../a.json\", \"compilerOptions\": { \"baseUrl\": \"..\", \"paths\": { \"@lib/*\": [\"shared/*\"] } } }");
        assertThat(called()).containsExactly("shared/money.ts");
    }

    @Test
    void circlesAndMissingOrBrokenFilesLeaveWhatIsThere() throws IOException {
        String paths = "\"compilerOptions\": { \"paths\": { \"@lib/*\": [\"./src/lib/*\"] } } }";
        write("round.json", "{ \"extends\": [\"./round.json\", \"./web/tsconfig.json\", \"./round\"] }");
        write("broken.json", "{ \"extends\": ");
        for (String name : List.of("../round.json", "../nowhere.json", "no-such-package", "../broken.json", "/etc/passwd", "")) {
            write("web/tsconfig.json", "{ \"extends\": \"" + name + "\", " + paths);
            assertThat(called()).as(name).containsExactly("web/src/lib/money.ts");
        }
    }
}
