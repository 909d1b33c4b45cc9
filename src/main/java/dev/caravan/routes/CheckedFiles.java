package dev.caravan.routes;

import java.util.Map;

/** Files other than routes that {@code caravan validate} checks. Each bean of this type adds a kind of files. */
public interface CheckedFiles {

    /**
     * Returns the files that the gateway reads now, with why each can't be used: the file, the line if it is known, and the reason. The
     * reason is empty for a file that can be used.
     */
    Map<String, String> checked();
}
