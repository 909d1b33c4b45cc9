package dev.caravan.guide;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Each relative link of README and guide leads to a file, and to a heading where it names one. */
class GuideLinksTest {

    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)(?: \"[^\"]*\")?\\)|(?:href|src)=\"([^\"]+)\"");
    private static final Pattern ELSEWHERE = Pattern.compile("(https?|mailto):.*");
    private static final Pattern CODE = Pattern.compile("`[^`\n]*`");

    @Test
    void noLinkIsDead() {
        Map<Path, GuidePage> pages = GuidePage.all().stream()
                .collect(Collectors.toMap(page -> page.file().normalize(), Function.identity()));
        List<String> dead = new ArrayList<>();
        int links = 0;
        for (GuidePage page : pages.values()) {
            String prose = CODE.matcher(page.prose()).replaceAll("code");
            for (MatchResult link : LINK.matcher(prose).results().toList()) {
                String target = link.group(1) == null ? link.group(2) : link.group(1);
                if (!ELSEWHERE.matcher(target).matches()) {
                    links++;
                    if (!leads(page, target, pages)) {
                        dead.add(page.name() + ": " + target);
                    }
                }
            }
        }
        assertThat(dead).isEmpty();
        assertThat(links).as("links that were followed").isGreaterThan(50);
    }

    /** Links of pages stay within the site, so that they work there too. */
    @Test
    void linksOfPagesEndInMd() {
        List<String> others = new ArrayList<>();
        for (GuidePage page : GuidePage.guide()) {
            for (MatchResult link : LINK.matcher(CODE.matcher(page.prose()).replaceAll("code")).results().toList()) {
                String target = (link.group(1) == null ? link.group(2) : link.group(1)).replaceAll("#.*", "");
                if (!ELSEWHERE.matcher(target).matches() && !target.isEmpty() && !target.matches(".*\\.(md|svg|png)")) {
                    others.add(page.name() + ": " + target);
                }
            }
        }
        assertThat(others).isEmpty();
    }

    private static boolean leads(GuidePage page, String target, Map<Path, GuidePage> pages) {
        String[] parts = target.split("#", 2);
        Path file = parts[0].isEmpty() ? page.file().normalize() : page.file().resolveSibling(parts[0]).normalize();
        if (parts.length == 2) {
            return pages.containsKey(file) && pages.get(file).fragments().contains(parts[1]);
        }
        return Files.exists(file);
    }
}
