package dev.caravan.mcp;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** A protocol revision, oldest first. Code asks this type about differences between revisions. */
public enum Revision {

    V2025_03_26("2025-03-26"),
    V2025_06_18("2025-06-18"),
    V2025_11_25("2025-11-25"),
    V2026_07_28("2026-07-28");

    /** The revision that {@code initialize} answers when the client asks for an unsupported one. */
    public static final Revision NEWEST_LEGACY = V2025_11_25;

    /** The revision of a legacy request without {@code MCP-Protocol-Version} (MCP 2025-06-18, transports). */
    public static final Revision ASSUMED = V2025_03_26;

    private final String date;

    Revision(String date) {
        this.date = date;
    }

    /** Returns the revision as written on the wire, for example {@code 2025-11-25}. */
    public String date() {
        return date;
    }

    /** Returns whether the revision is stateless: metadata on every request, no handshake. */
    public boolean isModern() {
        return this == V2026_07_28;
    }

    /** Returns whether the revision has JSON-RPC batches; only 2025-03-26 has. */
    public boolean allowsBatches() {
        return this == V2025_03_26;
    }

    /** Returns whether definitions and contents of resources may have {@code _meta}; since 2025-06-18. */
    public boolean hasMetaOnDefinitions() {
        return this != V2025_03_26;
    }

    /** Returns whether content may be a link to a resource; since 2025-06-18. */
    public boolean hasResourceLinks() {
        return this != V2025_03_26;
    }

    /**
     * Returns whether an event stream starts with an event that has an id and no data. Only 2025-11-25 has it; older clients fail on it.
     */
    public boolean hasPrimingEvents() {
        return this == V2025_11_25;
    }

    /** Returns the revision of this date, if Caravan supports it. */
    public static Optional<Revision> of(String date) {
        return Arrays.stream(values()).filter(revision -> revision.date.equals(date)).findFirst();
    }

    /** Returns the legacy revision of this date, if it exists. */
    public static Optional<Revision> legacy(String date) {
        return of(date).filter(revision -> !revision.isModern());
    }

    /** Returns the supported revisions, newest first, as {@code server/discover} lists them. */
    public static List<String> supported() {
        return Arrays.stream(values()).sorted((a, b) -> b.compareTo(a)).map(Revision::date).toList();
    }
}
