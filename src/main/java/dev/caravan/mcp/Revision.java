package dev.caravan.mcp;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** A revision of the protocol, oldest first; differences between revisions are questions to this type. */
public enum Revision {

    V2025_03_26("2025-03-26"),
    V2025_06_18("2025-06-18"),
    V2025_11_25("2025-11-25"),
    V2026_07_28("2026-07-28");

    /** What {@code initialize} answers to a client that asks for a revision it can't have. */
    public static final Revision NEWEST_LEGACY = V2025_11_25;

    /** What a legacy request without {@code MCP-Protocol-Version} is taken for (MCP 2025-06-18, transports). */
    public static final Revision ASSUMED = V2025_03_26;

    private final String date;

    Revision(String date) {
        this.date = date;
    }

    /** The revision as it is written on the wire, for example {@code 2025-11-25}. */
    public String date() {
        return date;
    }

    /** Stateless era: metadata on every request, no handshake. */
    public boolean isModern() {
        return this == V2026_07_28;
    }

    /** JSON-RPC batches exist in 2025-03-26 alone. */
    public boolean allowsBatches() {
        return this == V2025_03_26;
    }

    /** {@code _meta} on definitions and on the contents of resources exists from 2025-06-18 on. */
    public boolean hasMetaOnDefinitions() {
        return this != V2025_03_26;
    }

    /** Links to resources are content from 2025-06-18 on. */
    public boolean hasResourceLinks() {
        return this != V2025_03_26;
    }

    /** An event stream begins with an event that has an id and no data in 2025-11-25 alone; older clients fail on it. */
    public boolean hasPrimingEvents() {
        return this == V2025_11_25;
    }

    /** The revision of that date, if Caravan speaks it. */
    public static Optional<Revision> of(String date) {
        return Arrays.stream(values()).filter(revision -> revision.date.equals(date)).findFirst();
    }

    /** The legacy revision of that date, if there is one. */
    public static Optional<Revision> legacy(String date) {
        return of(date).filter(revision -> !revision.isModern());
    }

    /** Every revision that Caravan speaks, newest first, as {@code server/discover} advertises them. */
    public static List<String> supported() {
        return Arrays.stream(values()).sorted((a, b) -> b.compareTo(a)).map(Revision::date).toList();
    }
}
