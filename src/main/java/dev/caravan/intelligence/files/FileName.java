package dev.caravan.intelligence.files;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;

/** Names of files as UTF-8 has them, whatever the platform's locale is: the JVM itself reads all but ASCII as {@code U+FFFD} under the locale C. */
final class FileName {

    private static final char UNKNOWN = '\uFFFD';

    private FileName() {
    }

    /** Empty if the name isn't UTF-8. */
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
