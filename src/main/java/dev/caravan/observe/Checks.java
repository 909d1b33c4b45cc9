package dev.caravan.observe;

import java.util.List;

/** Provides several checks of one kind, one per configured dependency. */
public interface Checks {

    List<Check> all();
}
