package dev.caravan.source.kamelet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.routes.FileProblemException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;

/** Every Kamelet of the catalogue can be read. */
class CatalogueTest {

    @Test
    void everyKameletHasItsProperties() throws Exception {
        Map<String, KameletDefinition> all = all();

        assertThat(all).hasSize(252);
        assertThat(all.values().stream().filter(KameletDefinition::isSource)).hasSize(99);
        assertThat(all).allSatisfy((name, each) -> assertThat(each.properties().keySet()).as(name).containsAll(each.required()));
    }

    @Test
    void everyPasswordPropertyIsASecret() throws Exception {
        List<String> shown = new ArrayList<>();
        all().forEach((name, kamelet) -> kamelet.properties().keySet().stream()
                .filter(property -> property.toLowerCase().matches(".*(password|secretkey|accesstoken)"))
                .filter(property -> !kamelet.isSecret(property)).forEach(property -> shown.add(name + " " + property)));

        assertThat(shown).isEmpty();
    }

    private static Map<String, KameletDefinition> all() throws IOException, FileProblemException {
        Map<String, KameletDefinition> all = new TreeMap<>();
        String place = CatalogueTest.class.getClassLoader().getResource("kamelets/log-sink.kamelet.yaml").getPath();
        try (JarFile jar = new JarFile(place.replaceFirst("^file:", "").replaceFirst("!.*", ""))) {
            for (JarEntry entry : Collections.list(jar.entries())) {
                if (entry.getName().endsWith(".kamelet.yaml")) {
                    String name = entry.getName().replaceFirst(".*/", "").replace(".kamelet.yaml", "");
                    all.put(name, KameletDefinition.read(name, name,
                            new String(jar.getInputStream(entry).readAllBytes(), StandardCharsets.UTF_8)));
                }
            }
        }
        return all;
    }
}
