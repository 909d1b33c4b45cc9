import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Checks the rendered site: {@code java src/site/Links.java target/site src/site/markdown}. Each Markdown page has its HTML page with a title, each
 * relative link leads to a file, each fragment to an anchor, and no page shows Markdown that was not rendered. Exits with 1 otherwise.
 */
class Links {

    private static final Pattern LINK = Pattern.compile("(?:href|src)=\"([^\"]*)\"");
    private static final Pattern ANCHOR = Pattern.compile("\\b(?:id|name)=\"([^\"]+)\"");
    private static final Pattern ELSEWHERE = Pattern.compile("(?:[a-z]+:|//).*");
    private static final Pattern PRE = Pattern.compile("(?s)<(pre|script)\\b.*?</\\1>|<!--.*?-->");
    private static final Pattern CODE = Pattern.compile("(?s)<(pre|code|script|style)\\b.*?</\\1>|<!--.*?-->");
    private static final Pattern MARKDOWN = Pattern.compile("(?m)^\\s*(?:```|\\|[ -]*-{3}|#{1,6} \\w)|\\]\\([\\w./#-]+\\)");

    private final List<String> faults = new ArrayList<>();
    private final Map<Path, Set<String>> anchors = new HashMap<>();
    private int links;

    public static void main(String[] folders) throws IOException {
        Links site = new Links();
        site.check(Path.of(folders[0]).normalize(), Path.of(folders[1]));
        site.faults.forEach(System.err::println);
        System.out.println("site: " + site.anchors.size() + " pages, " + site.links + " links, " + site.faults.size() + " faults");
        if (!site.faults.isEmpty()) {
            System.exit(1);
        }
    }

    private void check(Path site, Path markdown) throws IOException {
        Map<Path, String> pages = new HashMap<>();
        for (Path page : files(site, ".html")) {
            String html = Files.readString(page);
            pages.put(page, html);
            anchors.put(page, found(ANCHOR, html));
        }
        for (Path source : files(markdown, ".md")) {
            Path page = site.resolve(markdown.relativize(source).toString().replaceFirst("md$", "html"));
            if (!pages.containsKey(page) || !pages.get(page).contains("<h1>")) {
                faults.add(source + ": no page with a title at " + page);
            }
        }
        pages.forEach(this::check);
    }

    private void check(Path page, String html) {
        for (String target : found(LINK, PRE.matcher(html).replaceAll(""))) {
            if (!target.isEmpty() && !ELSEWHERE.matcher(target).matches()) {
                links++;
                String[] parts = target.split("#", 2);
                Path file = parts[0].isEmpty() ? page : page.resolveSibling(parts[0]).normalize();
                if (!Files.exists(file)) {
                    faults.add(page + ": no file for " + target);
                } else if (parts.length == 2 && !parts[1].isEmpty() && !anchors.getOrDefault(file, Set.of()).contains(parts[1])) {
                    faults.add(page + ": no anchor for " + target);
                }
            }
        }
        MARKDOWN.matcher(CODE.matcher(html).replaceAll("")).results().map(MatchResult::group).forEach(text -> faults.add(page + ": shows Markdown: " + text.strip()));
    }

    private static Set<String> found(Pattern pattern, String html) {
        Set<String> found = new HashSet<>();
        pattern.matcher(html).results().forEach(each -> found.add(each.group(1)));
        return found;
    }

    private static List<Path> files(Path folder, String end) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(end)).toList();
        }
    }
}
