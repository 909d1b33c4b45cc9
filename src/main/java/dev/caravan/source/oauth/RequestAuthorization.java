package dev.caravan.source.oauth;

import java.util.List;

/** Gets the access tokens for one server and one caller. Both methods may wait for an authorization server. */
public interface RequestAuthorization {

    /**
     * Returns the current access token; null if there is none yet.
     *
     * @throws Exception with the reason, if the authorization server gives no token
     */
    String token() throws Exception;

    /**
     * Gets another token after the server has refused a request.
     *
     * @param used       token of the request; null if it had none
     * @param status     401 or 403
     * @param challenges values of the answer's {@code WWW-Authenticate}
     * @return whether there is a new token, so that the request should be repeated
     * @throws LoginNeededException if the user must log in first
     * @throws Exception            with the reason, if the authorization server gives no token
     */
    boolean renew(String used, int status, List<String> challenges) throws Exception;
}
