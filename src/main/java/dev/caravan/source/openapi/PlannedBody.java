package dev.caravan.source.openapi;

import java.util.Map;
import java.util.Set;

/**
 * How the argument {@code body} becomes the body of a request.
 *
 * @param type     media type
 * @param kind     how the body is written
 * @param binary   members of a form that are files, in Base64
 * @param encoding {member of a form: how it is written}
 */
record PlannedBody(String type, Kind kind, Set<String> binary, Map<String, PlannedArgument> encoding) {

    enum Kind { JSON, FORM, MULTIPART, TEXT, BINARY }
}
