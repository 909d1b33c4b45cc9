package dev.caravan.routes;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.io.TempDir;

/** A folder of routes files that a test edits and then has looked at, without a gateway. Shared by the classes that extend it. */
abstract class ReloadedFolderTest {

    static final String STAYS = "- route: {id: stays, from: {uri: 'direct:stays', steps: [{log: x}]}}\n";
    static final String OTHER = "- route: {id: other, from: {uri: 'direct:other', steps: [{log: x}]}}\n";

    final DefaultCamelContext context = new DefaultCamelContext();
    final RouteReloader reloader = GeneratedChangesTest.reloader(context);

    @TempDir
    private Path folder;

    final void look() {
        reloader.reconcile(RouteTree.of(folder));
    }

    /** Looks, and expects that every file can be used. */
    final void apply() {
        look();
        assertThat(reloader.broken()).isEmpty();
    }

    final void save(String name, String yaml) throws IOException {
        Files.writeString(Path.of(file(name)), yaml);
    }

    /** The file's name as the reloader tells it. */
    final String file(String name) {
        return folder.resolve(name + ".camel.yaml").toString();
    }
}
