package dev.caravan.call;

/** Names of arguments. They become headers of a route, and a name of Camel's own would steer its components (CVE-2025-27636 and its kin). */
public final class ArgumentName {

    private ArgumentName() {
    }

    /** @throws IllegalArgumentException naming the option, if Camel uses such a name itself */
    public static void check(String option, String name) {
        if (name.regionMatches(true, 0, "camel", 0, 5) || name.regionMatches(true, 0, "org.apache.camel.", 0, 17)) {
            throw new IllegalArgumentException(option + ": an argument can't be named " + name + ": Camel uses such names itself");
        }
    }
}
