package dev.caravan.recall.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.recall.RecallProperties;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.core.env.StandardEnvironment;

/** The gateway reads changed networks while it runs. It refuses a wrong file and keeps the former content. */
class LocalFolderTest {

    @TempDir
    Path folder;
    private LocalFiles networks;
    private int saves;

    private static String network(String id, String type) {
        return "id: " + id + "\nobject_types:\n  - {id: thing, primary_keys: [a]}\naction_types:\n  - id: act\n    object_type: " + type
                + "\n    action_source: {type: mcp}\n";
    }

    /** With a time of its own, since the clock of files may be coarse. */
    private void save(String name, String text) throws IOException {
        Files.setLastModifiedTime(Files.writeString(folder.resolve(name), text),
                FileTime.from(Instant.now().minusSeconds(1_000).plusSeconds(saves++)));
    }

    /** The networks of a folder, which has no toolboxes. */
    static LocalFiles files(Path folder) {
        RecallProperties properties = new Binder(new MapConfigurationPropertySource(Map.of("caravan.recall.local", "true",
                "caravan.recall.knowledge-networks", folder.toString(), "caravan.recall.toolboxes", folder.resolve("none").toString())))
                .bind("caravan.recall", RecallProperties.class).get();
        return new LocalFiles(properties, new StandardEnvironment());
    }

    private void start() {
        networks = files(folder);
    }

    private String problem(String file) {
        return networks.files.problems().get(folder.resolve(file).toString());
    }

    private void settle() {
        networks.files.look();
        networks.files.look();
    }

    @Test
    void filesAreAddedChangedAndRemoved() throws Exception {
        save("kn_a.yaml", network("kn_a", "thing"));
        save("notes.txt", "no network");
        start();
        assertThat(networks.networks()).as("at once").containsOnlyKeys("kn_a");

        save("kn_b.yaml", network("kn_b", "thing"));
        networks.files.look();
        assertThat(networks.networks()).as("it may still be half written").containsOnlyKeys("kn_a");
        networks.files.look();
        assertThat(networks.networks()).containsOnlyKeys("kn_a", "kn_b");

        save("kn_a.yaml", network("kn_a", "thing").replace("act\n", "acts\n"));
        Files.delete(folder.resolve("kn_b.yaml"));
        settle();
        assertThat(networks.networks()).containsOnlyKeys("kn_a");
        assertThat(actions("kn_a")).containsExactly("acts");
        assertThat(networks.files.problems()).isEmpty();
    }

    @Test
    void invalidFileIsRefusedWithItsLineAndChangesNothing() throws Exception {
        save("kn_a.yaml", network("kn_a", "thing"));
        save("kn_new.yaml", network("kn_new", "thing") + "nonsense: true\n");
        start();
        assertThat(problem("kn_new.yaml")).contains("kn_new.yaml:8: nonsense is unknown; must be one of");

        save("kn_a.yaml", network("kn_a", "other"));
        settle();
        assertThat(problem("kn_a.yaml"))
                .contains("kn_a.yaml:6: action_types[0].object_type is an unknown object type: other");
        assertThat(networks.networks()).containsOnlyKeys("kn_a");
        assertThat(actions("kn_a")).containsExactly("act");
        save("kn_a.yaml", "id: kn_a\n  broken: [\n");
        settle();
        assertThat(problem("kn_a.yaml")).contains("kn_a.yaml:2:");

        save("kn_a.yaml", network("kn_a", "thing"));
        save("kn_new.yaml", network("kn_new", "thing"));
        settle();
        assertThat(networks.files.problems()).isEmpty();
        assertThat(networks.networks()).containsOnlyKeys("kn_a", "kn_new");
    }

    private List<String> actions(String network) {
        return networks.networks().get(network).actionTypes().stream().map(KnowledgeNetwork.ActionType::id).toList();
    }

    @Test
    void idIsTheNameOfTheFile() throws Exception {
        save("a.yaml", network("kn", "thing"));
        start();
        assertThat(problem("a.yaml")).contains("a.yaml:1: id must be the name of the file: a");
        assertThat(networks.networks()).isEmpty();
    }
}
