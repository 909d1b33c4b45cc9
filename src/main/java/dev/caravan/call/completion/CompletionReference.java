package dev.caravan.call.completion;

import java.util.Optional;

/** A kind of reference in {@code completion/complete}. There is one bean per kind. */
public interface CompletionReference {

    /** Returns the kind, for example {@code ref/prompt}. */
    String type();

    /** Returns the member of {@code ref} with the key, for example {@code name}. */
    String member();

    Optional<Completable> find(String key);
}
