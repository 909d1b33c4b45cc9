package dev.caravan.intelligence;

import dev.caravan.intelligence.index.CodeIndex;
import dev.caravan.intelligence.index.CodeIndex.Place;
import dev.caravan.intelligence.index.StoredChunk;
import dev.caravan.intelligence.index.Workspace;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.stereotype.Component;

/**
 * Reads the texts of candidates from the index, or else from their files, such as those that only CKB knows. Never reads outside the
 * workspace.
 */
@Component
record Contents(CodeIndex index) {

    private static final int LINES = 40;
    private static final int MOST_CHARS = 4_000;

    /** Returns the texts in the candidates' order, without candidates that are deleted meanwhile. */
    Map<Candidate, String> of(Workspace workspace, List<Candidate> candidates) {
        var texts = index.texts(workspace, candidates.stream().map(Candidate::chunk).toList());
        Map<Candidate, String> contents = new LinkedHashMap<>();
        for (Candidate candidate : candidates) {
            String text = texts.containsKey(candidate.chunk()) ? texts.get(candidate.chunk())
                    : text(workspace, candidate.chunk()).orElse(null);
            if (text != null) {
                contents.put(candidate, text);
            }
        }
        return contents;
    }

    /** Returns lines from that place on; empty if the workspace has no such file or line. */
    Optional<StoredChunk> at(Workspace workspace, Place place) {
        StoredChunk lines = new StoredChunk(place.path(), place.line(), place.line() + LINES - 1, "");
        return text(workspace, lines)
                .map(text -> new StoredChunk(place.path(), place.line(), place.line() + (int) text.lines().count() - 1, ""));
    }

    /** Returns the current text of these lines in the file; empty if there are none. */
    Optional<String> text(Workspace workspace, StoredChunk lines) {
        try {
            Path root = workspace.root().toRealPath();
            Path file = root.resolve(lines.path()).toRealPath();
            return file.startsWith(root) && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) ? read(file, lines) : Optional.empty();
        } catch (IOException | InvalidPathException e) {
            return Optional.empty();
        }
    }

    private static Optional<String> read(Path file, StoredChunk lines) throws IOException {
        StringBuilder text = new StringBuilder();
        try (BufferedReader reader = Files.newBufferedReader(file)) {
            String line = reader.readLine();
            for (int number = 1; line != null && number <= lines.lastLine()
                    && (number < lines.firstLine() || text.length() + line.length() < MOST_CHARS); number++) {
                if (number >= lines.firstLine()) {
                    text.append(line).append('\n');
                }
                line = reader.readLine();
            }
        }
        return text.isEmpty() ? Optional.empty() : Optional.of(text.toString());
    }
}
