package dev.caravan.intelligence.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.intelligence.code.Import;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A configuration of TypeScript is read again when a file that it extends has changed, also one in a package. */
@Tag("nightly")
class ConfigurationUpdateTest extends OwnIndexTest {

    private List<String> aliases() {
        gateway.built();
        return gateway.index.graph(gateway.workspace).files(List.of("tsconfig.json")).get(0).imports().stream().map(Import::module)
                .toList();
    }

    @Test
    void changedFileBelowIsRead() throws Exception {
        String paths = "{ \"compilerOptions\": { \"paths\": { \"@lib/*\": [\"${configDir}/FOLDER/*\"] } } }";
        write("tsconfig.json", "{ \"extends\": [\"./config/base.json\", \"acme\"] }");
        write("config/base.json", paths.replace("FOLDER", "first"));
        assertThat(aliases()).containsExactly("first/*");
        write("config/base.json", paths.replace("FOLDER", "second"));
        assertThat(aliases()).containsExactly("second/*");
        write("node_modules/acme/tsconfig.json", paths.replace("FOLDER", "third"));
        assertThat(aliases()).containsExactly("third/*");
    }
}
