package dev.caravan.intelligence;

import java.util.Map;

/** The arguments of a ci_* tool, already checked against its schema. */
record IntelligenceArguments(Map<String, Object> given) {

    String text(String name) {
        return (String) given.get(name);
    }

    String text(String name, String otherwise) {
        return given.get(name) instanceof String text ? text : otherwise;
    }

    int number(String name, int otherwise) {
        return given.get(name) instanceof Number number ? number.intValue() : otherwise;
    }

    double fraction(String name, double otherwise) {
        return given.get(name) instanceof Number number ? number.doubleValue() : otherwise;
    }
}
