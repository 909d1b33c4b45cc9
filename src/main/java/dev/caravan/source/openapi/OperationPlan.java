package dev.caravan.source.openapi;

import java.util.List;

/**
 * The request of an operation.
 *
 * @param method    HTTP method
 * @param path      path with placeholders
 * @param arguments parameters
 * @param body      null if the operation has no body
 * @param accept    value of the header Accept
 */
record OperationPlan(String method, String path, List<PlannedArgument> arguments, PlannedBody body, String accept) {
}
