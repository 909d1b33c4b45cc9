package dev.caravan.source.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.source.ForeignText;
import dev.caravan.source.OfferedDefinition;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The review of the definitions of one kind that a server lists: offers, holds for approval, or refuses each of them. A definition whose
 * hints promise less than the accepted ones always waits. With {@code pin}, every other change waits too, and so does a new definition of a
 * server that was read before.
 *
 * @param former   formerly accepted definitions as the server sent them, by name at the server
 * @param offered  {name at the server: offered definition}
 * @param accepted {name at the server: offered definition, as the server sent it}
 * @param waiting  {name at the server: definition that waits for approval}
 * @param changed  {name at the server: changed members of its offered definition}
 * @param refused  {name, or a text for a definition without one: reason}
 * @param names    {name here: name at the server}
 * @param beyond   names of definitions beyond {@code max-tools}
 */
record DefinitionReview(DefinitionKind kind, Exposure exposure, Map<String, JsonNode> former, Map<String, OfferedDefinition> offered,
        Map<String, JsonNode> accepted, Map<String, Waiting> waiting, Map<String, Set<String>> changed, Map<String, String> refused,
        Map<String, String> names, Set<String> beyond) {

    private static final int SHOWN = 200;

    /**
     * A definition that waits for approval. Clients don't see it.
     *
     * @param sent    definition as the server sent it
     * @param next    definition as it would be offered
     * @param former  definition as it is offered now; null for a new one
     * @param changes names of the changed members
     * @param weaker  hints that promise less than before
     */
    record Waiting(JsonNode sent, OfferedDefinition next, OfferedDefinition former, Set<String> changes, Set<String> weaker) {

        String reason() {
            if (former == null) {
                return "new";
            }
            return weaker.isEmpty() ? "changed " + String.join(",", changes) : "no longer promises " + String.join(",", weaker);
        }
    }

    /**
     * Reviews the definitions in the order of the list.
     *
     * @param wasRead  whether the server was read before; with {@code pin}, its new definitions then wait
     * @param accepted formerly accepted definitions as the server sent them, by name at the server
     * @param sent     definitions as the server sent them
     */
    static DefinitionReview of(DefinitionKind kind, Exposure exposure, boolean wasRead, Map<String, JsonNode> accepted,
            Iterable<JsonNode> sent) {
        DefinitionReview review = new DefinitionReview(kind, exposure, accepted, new LinkedHashMap<>(), new LinkedHashMap<>(),
                new TreeMap<>(), new TreeMap<>(), new TreeMap<>(), new HashMap<>(), new HashSet<>());
        for (JsonNode each : sent) {
            try {
                review.look(each, wasRead);
            } catch (RuntimeException e) { // an invalid definition must not stop the others
                review.refused.put(review.shown(each), String.valueOf(e.getMessage()));
            }
        }
        return review;
    }

    private void look(JsonNode sent, boolean wasRead) {
        String name = kind.name(sent, exposure);
        if (name == null) {
            return;
        }
        if (names.size() == exposure.maxTools()) {
            beyond.add(name);
            return;
        }
        OfferedDefinition next = kind.read(sent, exposure);
        String twin = names.putIfAbsent(next.name(), name);
        if (twin != null) {
            throw new IllegalArgumentException("its name " + next.name() + " is already used by the server's " + kind.word() + " " + twin
                    + (kind == DefinitionKind.TOOL ? ". Set another name in expose.override" : ""));
        }
        OfferedDefinition present = present(name);
        Set<String> changes = present == null ? Set.of() : next.differences(present);
        Set<String> weaker = present == null ? Set.of() : next.weakerHints(present);
        boolean differs = present == null ? wasRead : !changes.isEmpty();
        if (differs && exposure.pin() || !weaker.isEmpty()) {
            waiting.put(name, new Waiting(sent, next, present, changes, weaker));
            if (present != null) {
                offer(name, present, former.get(name));
            }
        } else {
            if (!changes.isEmpty()) {
                changed.put(name, changes);
            }
            offer(name, next, sent);
        }
    }

    /** Returns the accepted definition. Null for a new one, or if it can't be offered with the current settings. */
    private OfferedDefinition present(String name) {
        JsonNode sent = former.get(name);
        try {
            return sent == null ? null : kind.read(sent, exposure);
        } catch (RuntimeException e) {
            return null;
        }
    }

    private void offer(String name, OfferedDefinition definition, JsonNode sent) {
        offered.put(name, definition);
        accepted.put(name, sent);
    }

    /** Returns this review with a waiting definition offered, in place of the former one. */
    DefinitionReview approved(String name) {
        DefinitionReview next = new DefinitionReview(kind, exposure, former, new LinkedHashMap<>(offered), new LinkedHashMap<>(accepted),
                new TreeMap<>(waiting), Map.of(), refused, names, Set.of());
        Waiting waits = next.waiting.remove(name);
        next.offer(name, waits.next(), waits.sent());
        return next;
    }

    private String shown(JsonNode sent) {
        return ForeignText.clean(sent.path(kind.member(sent)).asText("without a name"), SHOWN);
    }
}
