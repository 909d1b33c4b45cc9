package dev.caravan.intelligence.index;

import dev.caravan.envelope.NotFoundException;
import dev.caravan.envelope.Text;
import dev.caravan.store.Installation;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.stereotype.Component;

/** The source trees in the settings. */
@Component
public class ConfiguredWorkspaces {

    private final Map<String, Workspace> byName = new LinkedHashMap<>();
    private final String first;
    private final String ofCkb;

    ConfiguredWorkspaces(IntelligenceProperties properties, Installation installation) {
        properties.workspaces().forEach((name, source) -> {
            Path root = source.root().toAbsolutePath().normalize();
            byName.put(name, new Workspace(name, root, source.exclude(), root.resolve(source.scip()).normalize(), installation));
        });
        first = properties.defaultWorkspace().isEmpty() && !byName.isEmpty() ? byName.keySet().iterator().next()
                : properties.defaultWorkspace();
        ofCkb = properties.ckbWorkspace().isEmpty() ? first : properties.ckbWorkspace();
    }

    /** Whether CKB knows the repository of this workspace. */
    public boolean isOfCkb(Workspace workspace) {
        return workspace.name().equals(ofCkb);
    }

    /**
     * @param name null for the default workspace
     * @throws NotFoundException if it does not exist; the message lists those that do
     */
    public Workspace named(String name) throws NotFoundException {
        if (byName.isEmpty()) {
            throw new NotFoundException(Text.of("intelligence.noWorkspaces"));
        }
        Workspace found = byName.get(name == null ? first : name);
        if (found == null) {
            throw new NotFoundException(Text.of("intelligence.noWorkspace", name, String.join(", ", byName.keySet())));
        }
        return found;
    }

    /** Returns all workspaces in the order of the settings. */
    public List<Workspace> all() {
        return List.copyOf(byName.values());
    }
}
