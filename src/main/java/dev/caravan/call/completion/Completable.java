package dev.caravan.call.completion;

import dev.caravan.routes.Gate;
import java.time.Duration;
import java.util.Map;
import java.util.Set;

/**
 * Something with arguments that can be completed.
 *
 * @param arguments {name: its suggestions}, {@link Suggestions#NONE} if it has none
 * @param timeout   timeout of a completion; null means the default
 * @param tags      tags of its route
 * @param gate      gate that is closed while its route is replaced
 */
public record Completable(Map<String, Suggestions> arguments, Duration timeout, Set<String> tags, Gate gate) {
}
