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
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
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
    private static final int WINDOW = 40;
    private static final int LINES_BEFORE = 2;
    private static final int LONGEST_ENDING = 3;
    /** Words that the index leaves out too, and those of questions. */
    private static final Set<String> STOP_WORDS = Set.of(
            ("about am an and any are as at be been but by can could did do does for from had has have how if in into is it many may me "
                    + "might much my no not of on or our should some such than that the their them then there these they this to us was "
                    + "we what when where which who whom whose why will with would you your").split(" "));

    private final TextFiles texts;
    private final Semaphore turn = new Semaphore(1, true);

    WorkspaceWords(IntelligenceProperties properties) {
        this.texts = new TextFiles(properties.maxFile());
    }

    /**
     * A file with at least one term.
     *
     * @param terms a bit for each term that the path or the text has
     */
    private record Match(StoredChunk lines, long terms) {
    }

    /**
     * Finds the files that have the query's words or parts of identifiers, best first, each with the lines that have most of them.
     *
     * @param most  maximum number of files; never more than {@value #MOST_FILES}
     * @param limit time for reading files; a call waits for its turn for the same time, and then finds nothing
     * @throws IOException if the folder of the workspace is not readable
     */
    public List<RankedChunk> find(Workspace workspace, String query, int most, Duration limit) throws IOException, InterruptedException {
        List<String> terms = terms(query);
        if (terms.isEmpty() || !turn.tryAcquire(limit.toMillis(), TimeUnit.MILLISECONDS)) {
            return List.of();
        }
        try {
            return ranked(workspace, terms, Math.min(most, MOST_FILES), System.nanoTime() + limit.toNanos());
        } finally {
            turn.release();
        }
    }

    /** Ranks files by the terms that they have; a term counts more the fewer files have it. */
    private List<RankedChunk> ranked(Workspace workspace, List<String> terms, int most, long end) throws IOException, InterruptedException {
        List<Match> matches = new ArrayList<>();
        int files = 0;
        WorkspaceWalk walk = new WorkspaceFiles(workspace.root(), workspace.exclude()).walk();
        while (walk.hasNext() && System.nanoTime() - end < 0) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            FoundFile file = walk.next();
            if (texts.read(file) instanceof TextFiles.ReadFile.Text text) {
                files++;
                match(file.path(), text.text(), terms).ifPresent(matches::add);
            }
        }
        if (walk.hasNext()) {
            LOG.debug("Search by words ended before it had read all files workspace={} files={}", workspace.name(), files);
        }
        double[] weights = new double[terms.size()];
        for (int i = 0; i < weights.length; i++) {
            long term = 1L << i;
            long with = matches.stream().filter(match -> (match.terms & term) != 0).count();
            weights[i] = Math.log(1 + (files - with + 0.5) / (with + 0.5));
        }
        return matches.stream().map(match -> new RankedChunk(match.lines, IntStream.range(0, weights.length)
                        .filter(i -> (match.terms & 1L << i) != 0).mapToDouble(i -> weights[i]).sum()))
                .sorted(Comparator.comparingDouble(RankedChunk::score).reversed()).limit(most).toList();
    }

    /** Finds the lines that have most of the terms; of equal ones, the first. */
    private static Optional<Match> match(String path, String text, List<String> terms) {
        String[] lines = text.split("\n", -1);
        long[] has = new long[lines.length];
        long all = in(path, terms);
        for (int line = 0; line < lines.length; line++) {
            has[line] = in(lines[line], terms);
            all |= has[line];
        }
        int first = 0;
        int most = 0;
        for (int line = 0; line < lines.length && all != 0; line++) {
            long near = 0;
            for (int within = line; has[line] != 0 && within < Math.min(lines.length, line + WINDOW - LINES_BEFORE); within++) {
                near |= has[within];
            }
            if (Long.bitCount(near) > most) {
                most = Long.bitCount(near);
                first = line;
            }
        }
        int begin = Math.max(0, first - LINES_BEFORE);
        StoredChunk found = new StoredChunk(path, begin + 1, Math.min(lines.length, begin + WINDOW), "");
        return all == 0 ? Optional.empty() : Optional.of(new Match(found, all));
    }

    /**
     * Returns a bit for each term in the text. A word begins after something that is no letter, or with the capital letter of a part of an
     * identifier. It may have a short ending, as of a plural.
     */
    private static long in(String text, List<String> terms) {
        String lower = text.toLowerCase(Locale.ROOT);
        String written = lower.length() == text.length() ? text : lower;
        long found = 0;
        for (int i = 0; i < terms.size(); i++) {
            String term = terms.get(i);
            for (int at = lower.indexOf(term); at >= 0 && (found & 1L << i) == 0; at = lower.indexOf(term, at + term.length())) {
                int end = at + term.length();
                while (end < written.length() && end - at - term.length() <= LONGEST_ENDING && Character.isLowerCase(written.charAt(end))) {
                    end++;
                }
                found |= begins(written, at) && end - at - term.length() <= LONGEST_ENDING ? 1L << i : 0;
            }
        }
        return found;
    }

    private static boolean begins(String text, int at) {
        return at == 0 || !Character.isLetter(text.charAt(at - 1)) || Character.isIdeographic(text.charAt(at))
                || Character.isUpperCase(text.charAt(at)) && !Character.isUpperCase(text.charAt(at - 1));
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
}
