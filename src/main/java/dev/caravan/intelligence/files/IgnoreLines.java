package dev.caravan.intelligence.files;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.eclipse.jgit.ignore.FastIgnoreRule;
import org.eclipse.jgit.ignore.IgnoreNode;

/**
 * Reads files of ignore rules. As in Git, a file that is missing, unreadable or not a regular file has no rules. Only 5,000 rules of a
 * file count, and only rules of up to 500 characters and with at most three groups of asterisks in one step.
 */
final class IgnoreLines {

    static final IgnoreNode NONE = new IgnoreNode(List.of());

    private static final int MOST_BYTES = 1 << 20;
    private static final int MOST_RULES = 5_000;
    private static final int LONGEST = 500;
    /** Excludes rules with an unclosed bracket: they match nothing, and JGit would log each as an error. */
    private static final Pattern CLOSED = Pattern.compile("(?:[^\\\\\\[]|\\\\.|\\[[!^]?]?(?:\\[:\\w+:]|[^]])*+])*+\\\\?");
    /** Excludes rules with more than three groups of asterisks in one step: JGit tries every way in which these can share a name. */
    private static final Pattern SLOW = Pattern.compile(".*(?:\\*[^/*]+){3}\\*.*");
    private static final String BYTE_ORDER_MARK = "\uFEFF";

    private IgnoreLines() {
    }

    static IgnoreNode read(Path file) {
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            return NONE;
        }
        try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
            String text = new String(in.readNBytes(MOST_BYTES), StandardCharsets.UTF_8);
            return of((text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text).lines().toList());
        } catch (IOException e) {
            return NONE;
        }
    }

    static IgnoreNode of(List<String> lines) {
        List<FastIgnoreRule> rules = lines.stream().filter(line -> !line.isBlank() && !line.startsWith("#") && line.length() <= LONGEST)
                .filter(line -> CLOSED.matcher(line).matches() && !SLOW.matcher(line).matches()).limit(MOST_RULES)
                .map(FastIgnoreRule::new).filter(rule -> !rule.isEmpty()).toList();
        return rules.isEmpty() ? NONE : new IgnoreNode(rules);
    }
}
