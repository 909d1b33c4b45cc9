package dev.caravan.security.caller;

/**
 * What is known of a request before its caller is.
 *
 * @param headers    lose the credentials
 * @param path       of the endpoint, for the challenge
 * @param atInstance whether it is for an MCP instance whose key it names
 * @param source     what callers without a name are counted under; begins with a slash, as no name does
 */
public record AdmissionRequest(RequestHeaders headers, String path, boolean atInstance, String source) {
}
