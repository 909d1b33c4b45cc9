package dev.caravan.intelligence.index;

import dev.caravan.intelligence.files.CodeChunk;
import dev.caravan.intelligence.files.CodeChunker;
import dev.caravan.intelligence.files.FoundFile;
import dev.caravan.intelligence.files.Identifiers;
import dev.caravan.intelligence.files.TextFiles;
import dev.caravan.intelligence.files.WorkspaceFiles;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
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
    private static final int MOST_PIECES = 50;
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
     * A piece of a file with at least one term.
     *
     * @param terms that the path or the text has
     */
    private record Match(StoredChunk lines, Set<String> terms) {
    }

    /**
     * Finds the pieces of files that have the query's words or parts of identifiers, best first.
     *
     * @param most  maximum number of pieces; never more than {@value #MOST_PIECES}
     * @param limit time for reading files; a call waits for its turn for the same time, and then finds nothing
     * @throws IOException if the folder of the workspace is not readable
     */
    public List<RankedChunk> find(Workspace workspace, String query, int most, Duration limit) throws IOException, InterruptedException {
        Set<String> terms = terms(query).stream().limit(MOST_TERMS).collect(Collectors.toSet());
        if (terms.isEmpty() || !turn.tryAcquire(limit.toMillis(), TimeUnit.MILLISECONDS)) {
            return List.of();
        }
        try {
            return ranked(workspace, terms, Math.min(most, MOST_PIECES), System.nanoTime() + limit.toNanos());
        } finally {
            turn.release();
        }
    }

    /** Ranks pieces of files by the terms that they have; a term counts more the fewer files have it. */
    private List<RankedChunk> ranked(Workspace workspace, Set<String> terms, int most, long end) throws IOException, InterruptedException {
        List<Match> matches = new ArrayList<>();
        int files = 0;
        for (FoundFile file : WorkspaceFiles.in(workspace.root(), workspace.exclude()).found()) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            if (System.nanoTime() - end >= 0) {
                LOG.debug("Search by words ended before it had read all files workspace={} files={}", workspace.name(), files);
                break;
            }
            if (texts.read(file) instanceof TextFiles.ReadFile.Text text) {
                files++;
                match(file.path(), text.text(), terms, matches);
            }
        }
        Map<String, Double> weights = new HashMap<>();
        for (String term : terms) {
            long with = matches.stream().filter(match -> match.terms.contains(term)).map(match -> match.lines.path()).distinct().count();
            weights.put(term, Math.log(1 + (files - with + 0.5) / (with + 0.5)));
        }
        return matches.stream().map(match -> new RankedChunk(match.lines, match.terms.stream().mapToDouble(weights::get).sum()))
                .sorted(Comparator.comparingDouble(RankedChunk::score).reversed()).limit(most).toList();
    }

    /** Finds the pieces of a file that have a term, or whose path has one. */
    private static void match(String path, String text, Set<String> terms, List<Match> matches) {
        Set<String> named = in(path, terms);
        for (CodeChunk chunk : named.isEmpty() && in(text, terms).isEmpty() ? List.<CodeChunk>of() : CodeChunker.cut(path, text)) {
            Set<String> all = in(chunk.text(), terms);
            all.addAll(named);
            if (!all.isEmpty()) {
                matches.add(new Match(new StoredChunk(path, chunk.firstLine(), chunk.lastLine(), ""), all));
            }
        }
    }

    private static Set<String> in(String text, Set<String> terms) {
        String lower = text.toLowerCase(Locale.ROOT);
        Set<String> found = terms.stream().anyMatch(lower::contains) ? terms(text) : new HashSet<>();
        found.retainAll(terms);
        return found;
    }

    /**
     * Returns the words of a text in lower case: parts of identifiers, without a plural's s; of Chinese text each two neighbouring
     * characters.
     */
    private static Set<String> terms(String text) {
        Set<String> terms = new LinkedHashSet<>();
        for (String word : Identifiers.words(text)) {
            if (word.codePoints().anyMatch(Character::isIdeographic)) {
                for (int i = 0; i < Math.max(1, word.length() - 1); i++) {
                    terms.add(word.substring(i, Math.min(word.length(), i + 2)));
                }
            } else if (word.length() > 1 && !STOP_WORDS.contains(word)) {
                terms.add(word.length() > 3 && word.endsWith("s") && !word.endsWith("ss") ? word.substring(0, word.length() - 1) : word);
            }
        }
        return terms;
    }
}
