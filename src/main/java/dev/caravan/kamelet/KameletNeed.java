package dev.caravan.kamelet;

import java.util.regex.Pattern;

/**
 * Something that a Kamelet's template needs on the class path.
 *
 * @param kind  component, language or dataformat, as in Camel's folder of services; or class
 * @param name  scheme, name of the language or class
 */
record KameletNeed(String kind, String name) {

    static final String CLASS = "class";
    private static final Pattern SERVICE = Pattern.compile("[a-zA-Z0-9+.-]+");

    boolean isThere(ClassLoader classes) {
        if (kind.equals(CLASS)) {
            return classes.getResource(name.replace('.', '/') + ".class") != null;
        }
        return !SERVICE.matcher(name).matches() || classes.getResource("META-INF/services/org/apache/camel/" + kind + "/" + name) != null;
    }

    @Override
    public String toString() {
        return kind + " " + name;
    }
}
