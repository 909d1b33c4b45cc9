package dev.caravan.intelligence.files;

import java.util.regex.Pattern;
import org.eclipse.jgit.ignore.FastIgnoreRule;

/**
 * An ignore rule with bounded matching time. JGit tries every way in which the asterisks of {@code *a*a*a*b} can share a name, which can take for
 * ever. A rule with more than a million possible ways does not match.
 */
final class BoundedRule extends FastIgnoreRule {

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
