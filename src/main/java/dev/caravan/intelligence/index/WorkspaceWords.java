package dev.caravan.intelligence.index;

import dev.caravan.intelligence.files.FoundFile;
import dev.caravan.intelligence.files.Identifiers;
import dev.caravan.intelligence.files.TextFiles;
import dev.caravan.intelligence.files.WorkspaceFiles;
import dev.caravan.intelligence.files.WorkspaceWalk;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Searches the files of a workspace by words, without an index. It reads the files at each call, so it serves only until the first build
 * of the index has ended. One search runs at a time, for a limited time; it then answers from the files that it has read.
 */
@Component
public class WorkspaceWords {

    private static final Logger LOG = LoggerFactory.getLogger(WorkspaceWords.class);
    private static final int MOST_TERMS = 40;
    private static final int MOST_FILES = 50;
    private static final int MOST_COUNTED = 20;
    private static final int WINDOW = 40;
    private static final int LINES_BEFORE = 2;
    private static final double K1 = 1.2;
    private static final double B = 0.5;
    private static final int IN_PATH = 3;
    private static final int LONGEST_ENDING = 3;
    /** Words that the index leaves out too, and those of questions. */
    private static final Set<String> STOP_WORDS = Set.of(
            ("about am an and any are as at be been but by can could did do does for from had has have how if in into is it many may me "
                    + "might much my no not of on or our should some such than that the their them then there these they this to us was "
                    + "we what when where which who whom whose why "
            + "will with would you your").split(" "));

    private final TextFiles texts;
    private final Semaphore turn = new Semaphore(1, true);

    WorkspaceWords(IntelligenceProperties properties) {
        this.texts = new TextFiles(properties.maxFile());
    }

    /** A file with at least one term. */
    private record Match(FoundFile file, int length, int[] counts) {

        double score(double[] weights, double usualLength) {
            double score = 0;
            for (int i = 0; i < counts.length; i++) {
                score += weights[i] * counts[i] / (counts[i] + K1 * (1 - B + B * length / usualLength));
            }
            return score;
        }
    }

    /** A file and its score. */
    private record Scored(Match match, double score) {
    }

    /**
     * Finds the files that have the query's words or parts of identifiers, best first, each with the lines that have most of them.
     *
     * @param most  maximum number of files; never more than {@value #MOST_FILES}
     * @param limit time for reading files, and again for choosing their lines; a call waits for its turn for the same time, and then
     *         finds nothing
     * @throws IOException if the folder of the workspace is not readable
     */
    public List<RankedChunk> find(Workspace workspace, String query, int most, Duration limit) throws IOException, InterruptedException {
        List<String> terms = terms(query);
        if (terms.isEmpty() || !turn.tryAcquire(limit.toMillis(), TimeUnit.MILLISECONDS)) {
            return List.of();
        }
        try {
            return ranked(workspace, terms, most, limit);
        } finally {
            turn.release();
        }
    }

    private List<RankedChunk> ranked(Workspace workspace, List<String> terms, int most, Duration limit) throws IOException,
            InterruptedException {
        long end = System.nanoTime() + limit.toNanos();
        List<Match> matches = new ArrayList<>();
        long length = 0;
        int files = 0;
        WorkspaceWalk walk = new WorkspaceFiles(workspace.root(), workspace.exclude()).walk();
        while (walk.hasNext() && System.nanoTime() - end < 0) {
            FoundFile file = next(walk);
            if (texts.read(file) instanceof TextFiles.ReadFile.Text text) {
                files++;
                length += text.text().length();
                match(file, text.text(), terms, matches);
            }
        }
        if (walk.hasNext()) {
            LOG.debug("Search by words ended before it had read all files workspace={} files={}", workspace.name(), files);
        }
        return best(matches, terms, files, (double) length / Math.max(1, files), most, System.nanoTime() + limit.toNanos());
    }

    private static FoundFile next(WorkspaceWalk walk) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        return walk.next();
    }

    private static void match(FoundFile file, String text, List<String> terms, List<Match> matches) {
        int[] counts = new int[terms.size()];
        boolean any = false;
        Words words = new Words(text);
        Words path = new Words(file.path());
        for (int i = 0; i < counts.length; i++) {
            counts[i] = words.count(terms.get(i)) + IN_PATH * path.count(terms.get(i));
            any |= counts[i] > 0;
        }
        if (any) {
            matches.add(new Match(file, text.length(), counts));
        }
    }

    private List<RankedChunk> best(List<Match> matches, List<String> terms, int files, double usualLength, int most,
            long end) throws InterruptedException {
        double[] weights = new double[terms.size()];
        for (int i = 0; i < weights.length; i++) {
            int term = i;
            long with = matches.stream().filter(match -> match.counts[term] > 0).count();
            weights[i] = Math.log(1 + (files - with + 0.5) / (with + 0.5));
        }
        List<Scored> scored = matches.stream().map(match -> new Scored(match, match.score(weights, usualLength)))
                .sorted(Comparator.comparingDouble(Scored::score).reversed()).limit(Math.min(most, MOST_FILES)).toList();
        List<RankedChunk> found = new ArrayList<>();
        for (Scored one : scored) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            if (!found.isEmpty() && System.nanoTime() - end > 0) {
                return found;
            }
            if (texts.read(one.match.file()) instanceof TextFiles.ReadFile.Text text) {
                found.add(new RankedChunk(window(one.match.file().path(), text.text(), terms, weights), one.score));
            }
        }
        return found;
    }

    /** Returns the lines whose terms weigh most together. Of equal ones, it returns the first. */
    private static StoredChunk window(String path, String text, List<String> terms, double[] weights) {
        String[] lines = text.split("\n", -1);
        long[] has = new long[lines.length];
        for (int line = 0; line < lines.length; line++) {
            Words words = new Words(lines[line]);
            for (int i = 0; i < weights.length; i++) {
                has[line] |= words.has(terms.get(i)) ? 1L << i : 0;
            }
        }
        int first = 0;
        double most = 0;
        for (int line = 0; line < lines.length; line++) {
            if (has[line] != 0) {
                long all = 0;
                for (int within = line; within < Math.min(lines.length, line + WINDOW - LINES_BEFORE); within++) {
                    all |= has[within];
                }
                double weight = weight(all, weights);
                if (weight > most) {
                    most = weight;
                    first = line;
                }
            }
        }
        int begin = Math.max(0, first - LINES_BEFORE);
        return new StoredChunk(path, begin + 1, Math.min(lines.length, begin + WINDOW), "");
    }

    private static double weight(long terms, double[] weights) {
        double weight = 0;
        for (int i = 0; i < weights.length; i++) {
            weight += (terms & 1L << i) == 0 ? 0 : weights[i];
        }
        return weight;
    }

    /**
     * Returns the words of the query in lower case: parts of identifiers, without a plural's s; of Chinese text each two neighbouring
     * characters.
     */
    private static List<String> terms(String query) {
        Set<String> terms = new LinkedHashSet<>();
        for (String word : Identifiers.words(query)) {
            if (word.codePoints().anyMatch(Character::isIdeographic)) {
                for (int i = 0; i < Math.max(1, word.length() - 1); i++) {
                    terms.add(word.substring(i, Math.min(word.length(), i + 2)));
                }
            } else if (word.length() > 1 && !STOP_WORDS.contains(word)) {
                terms.add(word.length() > 3 && word.endsWith("s") && !word.endsWith("ss") ? word.substring(0, word.length() - 1) : word);
            }
        }
        return terms.stream().limit(MOST_TERMS).toList();
    }

    /**
     * A text in which words are counted. A word begins after something that is no letter, or with the capital letter of a part of an
     * identifier. It may have an ending.
     */
    private static final class Words {

        private final String text;
        private final String lower;

        Words(String text) {
            String lower = text.toLowerCase(Locale.ROOT);
            this.lower = lower;
            this.text = lower.length() == text.length() ? text : lower;
        }

        /** Counts at most {@value #MOST_COUNTED}. */
        int count(String term) {
            int count = 0;
            for (int at = lower.indexOf(term); at >= 0 && count < MOST_COUNTED; at = lower.indexOf(term, at + term.length())) {
                count += begins(at) && ends(at + term.length()) ? 1 : 0;
            }
            return count;
        }

        boolean has(String term) {
            for (int at = lower.indexOf(term); at >= 0; at = lower.indexOf(term, at + term.length())) {
                if (begins(at) && ends(at + term.length())) {
                    return true;
                }
            }
            return false;
        }

        /** Whether at most a short ending follows, as of a plural. */
        private boolean ends(int end) {
            int at = end;
            while (at < text.length() && at - end <= LONGEST_ENDING && Character.isLowerCase(text.charAt(at))) {
                at++;
            }
            return at - end <= LONGEST_ENDING;
        }

        private boolean begins(int at) {
            return at == 0 || !Character.isLetter(text.charAt(at - 1)) || Character.isIdeographic(text.charAt(at))
                    || Character.isUpperCase(text.charAt(at)) && !Character.isUpperCase(text.charAt(at - 1));
        }
    }
}
