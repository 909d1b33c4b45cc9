package dev.caravan.json;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** A JSON Pointer (RFC 6901): empty for the whole document, {@code /a/0} for the first item of {@code a}. */
public record Pointer(JsonPointer pointer) {

    public static final Pointer ROOT = new Pointer(JsonPointer.empty());

    private static final Pattern UNESCAPED = Pattern.compile("~(?![01])");
    private static final int LONGEST = 10_000;
    /** Limits the steps, because PostgreSQL unpacks the document at each step. */
    private static final int MOST_STEPS = 500;

    /** Parses a caller's text like {@link #parse}; empty also for more than 500 steps. */
    public static Optional<Pointer> asked(String text) {
        return parse(text).filter(pointer -> text.chars().filter(c -> c == '/').count() <= MOST_STEPS);
    }

    /** Parses a text; empty if it isn't a JSON Pointer or has more than 10,000 characters. */
    public static Optional<Pointer> parse(String text) {
        boolean valid = (text.isEmpty() || text.charAt(0) == '/') && text.length() <= LONGEST && !UNESCAPED.matcher(text).find();
        return valid ? Optional.of(new Pointer(JsonPointer.compile(text))) : Optional.empty();
    }

    /** Returns the value at this place; an explicit null is a value. */
    public Optional<JsonNode> in(JsonNode document) {
        JsonNode found = document.at(pointer);
        return found.isMissingNode() ? Optional.empty() : Optional.of(found);
    }

    /** Returns the steps, unescaped. */
    public List<String> tokens() {
        List<String> tokens = new ArrayList<>();
        for (JsonPointer rest = pointer; !rest.matches(); rest = rest.tail()) {
            tokens.add(rest.getMatchingProperty());
        }
        return tokens;
    }

    /** Returns the place of a member or item. */
    public Pointer child(String token) {
        return new Pointer(JsonPointer.compile(this + "/" + token.replace("~", "~0").replace("/", "~1")));
    }

    /** Returns whether the place is {@code base} or inside it. */
    public boolean isWithin(Pointer base) {
        return equals(base) || toString().startsWith(base + "/");
    }

    /** Returns the path from {@code base}, which must contain this place. */
    public Pointer from(Pointer base) {
        if (!isWithin(base)) {
            throw new IllegalArgumentException(this + " is not within " + base);
        }
        return new Pointer(JsonPointer.compile(toString().substring(base.toString().length())));
    }

    @Override
    public String toString() {
        return pointer.toString();
    }
}
