package dev.caravan.call;

/**
 * Checks names of arguments. They become headers of a route, and names that Camel or {@code upstream:} reads would control their steps
 * (CVE-2025-27636 and similar).
 */
public final class ArgumentName {

    private ArgumentName() {
    }

    /**
     * Checks one name.
     *
     * @throws IllegalArgumentException with the option's name, if Camel or {@code upstream:} uses the name itself
     */
    public static void check(String option, String name) {
        String why = isCamels(name) ? "Camel uses this name itself" : isUpstreams(name) ? "upstream: reads headers of such names" : null;
        if (why != null) {
            throw new IllegalArgumentException(option + ": an argument must not be named " + name + ", because " + why
                    + ". Choose another name");
        }
    }

    /** Whether no step reads headers of such a name by itself. */
    public static boolean isFree(String name) {
        return !isCamels(name) && !isUpstreams(name);
    }

    private static boolean isCamels(String name) {
        return name.regionMatches(true, 0, "camel", 0, 5) || name.regionMatches(true, 0, "org.apache.camel.", 0, 17);
    }

    private static boolean isUpstreams(String name) {
        return name.regionMatches(true, 0, "CaravanUpstream", 0, 15);
    }
}
