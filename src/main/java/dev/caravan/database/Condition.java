package dev.caravan.database;

import java.util.List;

/** One condition of a call's filters: a comparison, alternatives, or a negation. A condition holds or does not hold; null makes no third case. */
public sealed interface Condition permits Filter, Condition.AnyOf, Condition.Not {

    /** Holds if all conditions of one choice hold. There is at least one choice, and each has a condition. */
    record AnyOf(List<Filters> choices) implements Condition {
    }

    /** Holds if not all of these conditions hold. There is at least one. */
    record Not(Filters filters) implements Condition {
    }
}
