package dev.caravan.source.openapi;

/**
 * How an argument becomes a parameter of a request (OpenAPI 3.1, parameter object).
 *
 * @param argument name of the tool's argument
 * @param name     name of the parameter
 * @param in       path, query, header or cookie
 * @param style    form, simple, label, matrix, spaceDelimited, pipeDelimited or deepObject
 * @param explode  whether items and members are written one by one
 * @param reserved whether characters such as / stay as they are: {@code allowReserved}, or {@code x-multi-segment} of a path
 * @param json     whether the value is written as JSON
 */
record PlannedArgument(String argument, String name, String in, String style, boolean explode, boolean reserved, boolean json) {
}
