package dev.caravan.health;

import java.util.List;

/** Several checks of one kind, as many as are configured. */
public interface Checks {

    List<Check> all();
}
