package dev.caravan.security.caller;

/**
 * A request whose caller is not known yet.
 *
 * @param headers    headers; the credentials are removed from them
 * @param path       path of the endpoint, for the challenge
 * @param atInstance whether the path names an MCP instance by its key
 * @param source     name under which callers without a name are counted; begins with a slash, unlike names
 */
public record AdmissionRequest(RequestHeaders headers, String path, boolean atInstance, String source) {
}
