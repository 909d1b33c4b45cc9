package dev.caravan.source;

import java.io.IOException;
import java.util.List;
import java.util.Set;

/** One kind of sources: finds their files, and checks edits. Each bean of this type adds one. */
public interface SourceKind {

    /** Returns the name in addresses, such as {@code servers}. */
    String kind();

    /** Returns the sources that the gateway has or refuses, ordered by name. */
    List<ToolSource> all();

    /** Returns whether a source has a document beside its settings. */
    default boolean hasDocument() {
        return false;
    }

    /** Returns which names an edit may add. */
    boolean isName(String name);

    /**
     * Reads a source from its file.
     *
     * @return null if no file has it
     * @throws SourceProblemException if the file has it in a form that can't be edited here
     */
    SourceText read(String name) throws IOException, SourceProblemException;

    /**
     * Checks an edit as the gateway would when it takes it up. Changes nothing.
     *
     * @param former what {@link #read} returned; null for a new source
     * @param next   null to remove the source
     * @throws SourceProblemException with line and reason, if the gateway would refuse it
     */
    SourceEdit check(String name, SourceText former, SourceText next) throws IOException, SourceProblemException;

    /**
     * Whether a value may be a secret.
     *
     * @param path     keys of the value, such as {@code headers.Authorization}
     * @param settings the whole settings
     */
    boolean isSecret(String path, SettingsText settings);

    /** Returns the top-level settings that decide neither where the gateway sends secrets nor what it runs, in lower case without {@code -} and {@code _}. */
    Set<String> harmless();
}
