package dev.caravan.intelligence.files;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;

/** Decodes file names as UTF-8 in every locale. In the locale C, the JVM itself reads all characters beyond ASCII as {@code U+FFFD}. */
final class FileName {

    private static final char UNKNOWN = '\uFFFD';

    private FileName() {
    }

    /** Returns empty if the name is not UTF-8. */
    static Optional<String> of(Path file) {
        String name = file.getFileName().toString();
        if (name.indexOf(UNKNOWN) >= 0) {
            String uri = file.toUri().getRawPath();
            String escaped = uri.endsWith("/") ? uri.substring(0, uri.length() - 1) : uri;
            name = URLDecoder.decode(escaped.substring(escaped.lastIndexOf('/') + 1).replace("+", "%2B"), StandardCharsets.UTF_8);
        }
        return name.indexOf(UNKNOWN) < 0 ? Optional.of(name) : Optional.empty();
    }
}
