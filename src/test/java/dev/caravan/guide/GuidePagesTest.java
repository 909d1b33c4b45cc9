package dev.caravan.guide;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The guide's menu and {@code llms.txt} list exactly the pages that exist; each page says first what it is for. */
class GuidePagesTest {

    private static final Pattern MENU = Pattern.compile("<item [^>]*href=\"([^\"]+)\\.html\"");
    private static final Pattern LISTED = Pattern.compile("(?m)^- \\[[^]]+]\\(([^)]+?)\\.(?:html|md)\\): \\S.*$");
    private static final int README_LINES = 200;

    @Test
    void menuListsEveryPage() throws IOException {
        assertThat(named(MENU, Path.of("src/site/site.xml"))).containsExactlyInAnyOrderElementsOf(pages());
    }

    @Test
    void llmsTxtListsEveryPage() throws IOException {
        assertThat(named(LISTED, Path.of("src/site/resources/llms.txt"))).containsExactlyInAnyOrderElementsOf(pages());
    }

    @Test
    void everyPageStartsWithItsPurpose() {
        for (GuidePage page : GuidePage.guide()) {
            List<String> lines = page.text().lines().toList();
            String paragraph = lines.stream().skip(2).takeWhile(line -> !line.isBlank()).collect(Collectors.joining(" "));
            assertThat(lines.get(0)).as(page.name()).matches("# .+");
            assertThat(lines.get(1)).as(page.name()).isEmpty();
            assertThat(paragraph).as("%s begins with a sentence", page.name()).matches("[A-Z`].*[.:]")
                    .as("%s says what it is for", page.name()).contains("This page ");
            assertThat(page.prose().lines().filter(line -> line.startsWith("# "))).as("%s has one title", page.name()).hasSize(1);
        }
    }

    @Test
    void architecturePageNamesEveryPackage() throws IOException {
        String table = GuidePage.named("concepts/architecture.md").text().lines().filter(line -> line.startsWith("| `"))
                .collect(Collectors.joining("\n"));
        try (Stream<Path> folders = Files.list(Path.of("src/main/java/dev/caravan")).filter(Files::isDirectory)) {
            assertThat(folders.map(folder -> "`" + folder.getFileName() + "`")).allSatisfy(name -> assertThat(table).contains(name));
        }
    }

    @Test
    void readmeIsShort() throws IOException {
        assertThat(Files.readAllLines(GuidePage.README)).hasSizeLessThanOrEqualTo(README_LINES);
    }

    private static Set<String> pages() {
        return GuidePage.guide().stream().map(page -> page.name().replaceFirst("\\.md$", ""))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Each once. */
    private static List<String> named(Pattern name, Path file) throws IOException {
        return name.matcher(Files.readString(file)).results().map((MatchResult each) -> each.group(1)).toList();
    }
}
