package dev.caravan.source.kamelet;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.routes.RouteTree;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.camel.CamelContext;
import org.apache.camel.model.Model;

/**
 * Finds Kamelets by name: first in {@code routes/kamelets}, then in the catalogue on the class path. Only the Kamelets that settings name are read.
 */
final class KameletCatalogue {

    private static final String CAMEL = "camel:";
    private static final String MAVEN = "mvn:";
    private static final String POM = "META-INF/maven/%s/%s/pom.xml";

    private final Path folder;
    private final CamelContext context;
    private final ObjectMapper mapper;

    KameletCatalogue(Path folder, CamelContext context, ObjectMapper mapper) {
        this.folder = folder;
        this.context = context;
        this.mapper = mapper;
    }

    /**
     * Reads the Kamelet that the settings name.
     *
     * @throws KameletProblemException if there is no such Kamelet, its file is invalid, or the class path lacks something that it needs
     */
    KameletDefinition find(KameletSettings settings) throws KameletProblemException {
        String name = settings.kamelet();
        Path own = folder.resolve(name + ".kamelet.yaml");
        try {
            KameletDefinition found;
            if (Files.exists(own)) {
                found = KameletDefinition.read(own.toString(), name, RouteTree.text(own), mapper);
            } else {
                try (InputStream in = classes().getResourceAsStream("kamelets/" + name + ".kamelet.yaml")) {
                    if (in == null) {
                        throw new KameletProblemException(settings.file(), settings.line(), "there is no Kamelet " + name + ", neither " + own + " nor in the catalogue");
                    }
                    found = KameletDefinition.read("Kamelet " + name, name, new String(in.readAllBytes(), StandardCharsets.UTF_8), mapper);
                }
            }
            refuseMissing(settings, found);
            return found;
        } catch (IOException e) {
            throw new KameletProblemException(settings.file(), settings.line(), "the Kamelet " + name + " can't be read: " + e);
        }
    }

    private void refuseMissing(KameletSettings settings, KameletDefinition kamelet) throws KameletProblemException {
        List<String> jars = new ArrayList<>();
        String version = context.getVersion();
        kamelet.dependencies().stream().filter(each -> each.startsWith(CAMEL) && !each.equals("camel:core")).map(each -> "camel-" + each.substring(CAMEL.length()))
                .filter(artifact -> classes().getResource(POM.formatted("org.apache.camel", artifact)) == null).forEach(artifact -> jars.add("org.apache.camel:" + artifact + ":" + version));
        List<KameletDefinition.Need> needs = kamelet.needs().stream()
                .filter(need -> !need.isThere(classes()) && context.getRegistry().lookupByName(need.name()) == null).toList();
        if (jars.isEmpty() && needs.isEmpty()) {
            return;
        }
        kamelet.dependencies().stream().filter(each -> each.startsWith(MAVEN)).map(each -> each.substring(MAVEN.length())).filter(this::isMissing).forEach(jars::add);
        throw new KameletProblemException(settings.file(), settings.line(), "the Kamelet " + kamelet.name() + " needs jars that are not on the class path"
                + (needs.isEmpty() ? "" : " (no " + String.join(", no ", needs.stream().map(String::valueOf).toList()) + ")")
                + ". Put them with their own dependencies into lib/ext and restart: " + String.join(", ", jars));
    }

    private boolean isMissing(String coordinates) {
        String[] parts = coordinates.split(":");
        return parts.length < 2 || classes().getResource(POM.formatted(parts[0], parts[1])) == null;
    }

    private ClassLoader classes() {
        return context.getApplicationContextClassLoader();
    }

    /** Makes Camel read the Kamelet again when it next makes a route of it. */
    void forget(String kamelet) {
        try {
            context.getCamelContextExtension().getContextPlugin(Model.class).removeRouteTemplateDefinitions(kamelet);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
