package dev.caravan.intelligence;

import dev.caravan.intelligence.index.CodeIndex.Place;
import dev.caravan.intelligence.index.StoredChunk;
import dev.caravan.intelligence.index.Workspace;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** Lines of files that are not in the index, such as CKB knows; never outside the workspace. */
@Component
class SourceLines {

    private static final int LINES = 40;
    private static final int MOST_CHARS = 4_000;

    /** From that line on; empty if there is no such file or line in the workspace. */
    Optional<StoredChunk> from(Workspace workspace, Place place) {
        try {
            Path root = workspace.root().toRealPath();
            Path file = root.resolve(place.path()).toRealPath();
            if (!file.startsWith(root) || !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                return Optional.empty();
            }
            return read(file, place);
        } catch (IOException | InvalidPathException e) {
            return Optional.empty();
        }
    }

    private static Optional<StoredChunk> read(Path file, Place place) throws IOException {
        StringBuilder text = new StringBuilder();
        int last = 0;
        try (BufferedReader lines = Files.newBufferedReader(file)) {
            String line = lines.readLine();
            for (int number = 1; line != null && number < place.line() + LINES && text.length() + line.length() < MOST_CHARS; number++) {
                if (number >= place.line()) {
                    text.append(line).append('\n');
                    last = number;
                }
                line = lines.readLine();
            }
        }
        return last == 0 ? Optional.empty() : Optional.of(new StoredChunk(place.path(), place.line(), last, "", text.toString()));
    }
}
