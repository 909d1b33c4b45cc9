package dev.caravan.routes;

/**
 * The routes directory has been loaded at start; what could be served is being served.
 *
 * @param routes how many run
 * @param broken how many files can't be used
 */
public record RoutesLoaded(int routes, int broken) {
}
