package dev.caravan.guide;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A page of the guide, or README. */
record GuidePage(Path file, String text) {

    static final Path ROOT = Path.of("src/site/markdown");
    static final Path README = Path.of("README.md");
    /** The section of README that needs a place of its own. */
    static final String OWN_PROJECT = "You have a database";
    private static final Path RIGHT = Path.of("target/guide");
    private static final Pattern FENCE = Pattern.compile("(?ms)^ *```.*?^ *```[ \t]*$");
    private static final Pattern URI = Pattern.compile("([a-z][a-z0-9]*(?::[a-z]+)*:///?[\\w/{}.:-]*?)(?=[.,;)]*(?:\\s|$))");
    private static final Pattern HEADING = Pattern.compile("(?m)^#{1,6} +(.+?) *$");

    /** @param name such as {@code reference/settings.md} */
    static GuidePage of(String name) {
        return read(ROOT.resolve(name));
    }

    /** @param name as {@link #name} says it */
    static GuidePage named(String name) {
        return all().stream().filter(page -> page.name().equals(name)).findFirst().orElseThrow();
    }

    /** README and all pages of the guide. */
    static List<GuidePage> all() {
        List<GuidePage> pages = new ArrayList<>(List.of(read(README)));
        pages.addAll(guide());
        return pages;
    }

    static List<GuidePage> guide() {
        try (Stream<Path> files = Files.walk(ROOT)) {
            return files.filter(file -> file.toString().endsWith(".md")).sorted().map(GuidePage::read).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static GuidePage read(Path file) {
        try {
            return new GuidePage(file, Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The path below the guide's folder, with slashes. */
    String name() {
        return file.startsWith(ROOT) ? ROOT.relativize(file).toString().replace('\\', '/') : file.toString();
    }

    @Override
    public String toString() {
        return name();
    }

    /** The text without blocks of code. */
    String prose() {
        return FENCE.matcher(text).replaceAll("");
    }

    List<String> headings() {
        return HEADING.matcher(prose()).results().map(heading -> heading.group(1)).toList();
    }

    /** The page with the lines of one section only, or of all others. The other lines are empty, so that numbers of lines stay. */
    GuidePage section(String heading, boolean only) {
        StringBuilder kept = new StringBuilder();
        boolean inside = false;
        for (String each : text.lines().toList()) {
            inside = each.startsWith("## ") ? each.equals("## " + heading) : inside;
            kept.append(inside == only ? each : "").append('\n');
        }
        return new GuidePage(file, kept.toString());
    }

    /** A text as a cell of a table: nothing in it is markup, and addresses are code, so that no renderer makes links of them. */
    static String cell(String text) {
        return URI.matcher(text.replace("*", "\\*").replace("|", "\\|").replace("\n", " ")).replaceAll("`$1`");
    }

    /** The fragments that links to headings of this page have, as git hosts make them. */
    List<String> fragments() {
        return headings().stream().map(GuidePage::fragment).toList();
    }

    static String fragment(String heading) {
        return heading.replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1").toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ',
                '-');
    }

    /** What stands between the marks of a generated part. */
    String part(String name) {
        MatchResult part = marks(name);
        return part.group(2);
    }

    /** The part is {@code expected}; whether or not it is, the page with it is in {@code target/guide}. */
    void assertPart(String name, String expected) throws IOException {
        MatchResult part = marks(name);
        Path right = RIGHT.resolve(name());
        Files.createDirectories(right.getParent());
        boolean newer = Files.exists(right) && Files.getLastModifiedTime(right).compareTo(Files.getLastModifiedTime(file)) > 0;
        String base = newer ? Files.readString(right) : text;
        MatchResult inBase = marks(name, base);
        Path written = Files.createTempFile(right.getParent(), "page", null); // another fork may read or write the page now
        Files.writeString(written, base.substring(0, inBase.start(2)) + expected + base.substring(inBase.end(2)));
        Files.move(written, right, StandardCopyOption.ATOMIC_MOVE);

        List<String> lines = part.group(2).lines().toList();
        assertThat(lines).as("%s has the right page: copy it to %s", right, file).containsExactlyElementsOf(expected.lines().toList());
        assertThat(expected).as("replace ? by a description, in the code or on the page").doesNotContain("| ? |");
    }

    private MatchResult marks(String name) {
        return marks(name, text);
    }

    private MatchResult marks(String name, String in) {
        return Pattern.compile(
                "(<!-- (?:generated: )?" + name + "(?:: checked by \\w+)? -->\n)(.*?)(<!-- end of " + name + " -->)",
                        Pattern.DOTALL)
                .matcher(in).results().findFirst()
                .orElseThrow(() -> new AssertionError(
                        file + " has no part between <!-- generated: " + name + " --> and <!-- end of " + name + " -->"));
    }
}
