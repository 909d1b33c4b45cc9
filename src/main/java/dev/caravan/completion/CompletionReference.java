package dev.caravan.completion;

import java.util.Optional;

/** One kind of what {@code completion/complete} may refer to; one bean each, beside what it refers to. */
public interface CompletionReference {

    /** For example {@code ref/prompt}. */
    String type();

    /** The member of {@code ref} that says which one, for example {@code name}. */
    String member();

    Optional<Completable> find(String key);
}
