package dev.caravan.kamelet;

/** Where a Kamelet's template uses a property. It decides which values a caller may give. */
enum PropertyUse {

    /** A whole value that Camel takes as it is: an option of an endpoint, a bean's property, or a constant. */
    VALUE,
    /** A part of such a value, or of an endpoint's URI after the scheme. Callers set it only within an enum or a pattern. */
    PART,
    /** A place that Camel evaluates, or that decides what runs: an expression, a scheme, a reference. Callers never set it. */
    EVALUATED
}
