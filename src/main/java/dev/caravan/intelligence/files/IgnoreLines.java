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
 * file count, and only rules of up to 500 characters.
 */
final class IgnoreLines {

    static final IgnoreNode NONE = new IgnoreNode(List.of());

    private static final int MOST_BYTES = 1 << 20;
    private static final int MOST_RULES = 5_000;
    private static final int LONGEST = 500;
    /** Excludes rules with an unclosed bracket: they match nothing, and JGit would log each as an error. */
    private static final Pattern CLOSED = Pattern.compile("(?:[^\\\\\\[]|\\\\.|\\[[!^]?]?(?:\\[:\\w+:]|[^]])*+])*+\\\\?");
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
                .filter(line -> CLOSED.matcher(line).matches()).limit(MOST_RULES).<FastIgnoreRule>map(BoundedRule::new)
                        .filter(rule -> !rule.isEmpty()).toList();
        return rules.isEmpty() ? NONE : new IgnoreNode(rules);
    }

    /**
     * An ignore rule with bounded matching time. JGit tries every way in which the asterisks of {@code *a*a*a*b} can share a name, which
     * can take for ever. A rule with more than a million possible ways does not match.
     */
    static final class BoundedRule extends FastIgnoreRule {

        private static final double MOST_WAYS = 1_000_000;
        private static final Pattern ASTERISKS = Pattern.compile("\\*+");

        private final int asterisks;

        BoundedRule(String pattern) {
            super(pattern);
            int most = 0;
            for (String step : pattern.split("/")) {
                most = Math.max(most, (int) ASTERISKS.matcher(step).results().count());
            }
            asterisks = most;
        }

        @Override
        public boolean isMatch(String path, boolean directory, boolean pathMatch) {
            return ways(path) <= MOST_WAYS && super.isMatch(path, directory, pathMatch);
        }

        private double ways(String path) {
            if (asterisks <= 1) {
                return 1;
            }
            int longest = 0;
            for (int start = 0, end; start <= path.length(); start = end + 1) {
                end = path.indexOf('/', start) < 0 ? path.length() : path.indexOf('/', start);
                longest = Math.max(longest, end - start);
            }
            double ways = 1;
            for (int i = 0; i < Math.min(asterisks, longest / 2); i++) {
                ways *= (double) (longest - i) / (i + 1);
            }
            return ways;
        }
    }
}
