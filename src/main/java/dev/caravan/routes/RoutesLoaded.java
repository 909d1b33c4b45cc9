package dev.caravan.routes;

/**
 * The event that the routes directory has been loaded at start.
 *
 * @param routes number of running routes
 * @param broken number of files that can't be used
 */
public record RoutesLoaded(int routes, int broken) {
}
