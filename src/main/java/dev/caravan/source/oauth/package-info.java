/**
 * Access tokens for MCP servers and APIs that want authorization (OAuth 2.1): the gateway's own by client credentials, a caller's exchanged
 * token (RFC 8693), and the token of a user who logged in with a browser.
 *
 * <p>Addresses that a server or an authorization server names are data: {@link dev.caravan.source.oauth.AddressRules} checks each of them,
 * and {@link dev.caravan.source.oauth.OAuthHttp} limits time and size of each answer. The gateway's secret goes only to the issuer of the
 * settings. Tokens of users are kept encrypted ({@link dev.caravan.source.oauth.SealedRecords}), each under the name of its server and its
 * user.
 *
 * <p>Spring Security makes and reads the requests for tokens. It has no discovery of metadata (RFC 9728, RFC 8414), no registration of
 * clients (RFC 7591), and its managers keep tokens without a limit and without the token that was exchanged. These parts are here.
 */
package dev.caravan.source.oauth;
