package dev.caravan.completion;

import dev.caravan.routes.Gate;
import java.time.Duration;
import java.util.Map;
import java.util.Set;

/**
 * What has arguments that can be completed.
 *
 * @param arguments by name, all that it has; {@link Suggestions#NONE} where nothing is suggested
 * @param timeout   of a completion; null: the gateway's default
 * @param tags      of its route
 * @param gate      that is held while its route is swapped
 */
public record Completable(Map<String, Suggestions> arguments, Duration timeout, Set<String> tags, Gate gate) {
}
