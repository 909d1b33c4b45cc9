package dev.caravan.guide;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.caravan.guide.GuideBlock.Kind;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The settings that pages show as YAML are settings that the gateway reads. */
class GuideSnippetsTest {

    @Test
    void everySettingInYamlExists() throws Exception {
        Set<String> settings = GuideWordsTest.settings();
        Set<String> unknown = new TreeSet<>();
        int snippets = 0;
        for (GuideBlock block : snippets()) {
            Set<String> shown = new TreeSet<>();
            keys("", new YAMLMapper().readTree(block.text()).get("caravan"), shown);
            shown.stream().filter(key -> settings.stream().noneMatch(setting -> GuideWordsTest.fits(key, setting)))
                    .forEach(key -> unknown.add(block + " " + key));
            snippets++;
        }
        assertThat(unknown).isEmpty();
        assertThat(snippets).isGreaterThan(5);
    }

    private static List<GuideBlock> snippets() {
        return GuidePage.all().stream().flatMap(page -> GuideBlock.of(page).stream())
                .filter(block -> block.kind() == Kind.SNIPPET || block.kind() == Kind.FILE)
                .filter(block -> block.text().startsWith("caravan:")).toList();
    }

    private static void keys(String path, JsonNode value, Set<String> keys) {
        if (value.isObject()) {
            for (var member : value.properties()) {
                keys(path + (path.isEmpty() ? "" : ".") + member.getKey(), member.getValue(), keys);
            }
        } else if (value.isArray() && value.path(0).isObject()) {
            for (JsonNode item : value) {
                keys(path + ".N", item, keys);
            }
        } else {
            keys.add(path);
        }
    }
}
