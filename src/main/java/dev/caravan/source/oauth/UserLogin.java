package dev.caravan.source.oauth;

import java.io.IOException;
import java.util.List;
import java.util.Set;

/** Gets the tokens of one user for one server, and says when the user must log in. */
final class UserLogin implements RequestAuthorization {

    private static final int FORBIDDEN = 403;

    private final Logins logins;
    private final String server;
    private final String url;
    private final OAuthSettings settings;
    private final String user;
    private volatile Tokens known;

    /** @param user null for the gateway itself */
    UserLogin(Logins logins, String server, String url, OAuthSettings settings, String user) {
        this.logins = logins;
        this.server = server;
        this.url = url;
        this.settings = settings;
        this.user = user;
    }

    @Override
    public String token() throws IOException {
        Tokens now = known == null ? logins.tokens(server, url, user) : known;
        if (now != null && now.isExpiring() && now.refresh() != null) {
            now = logins.refreshed(server, url, user, now);
        }
        known = now;
        return now == null ? null : now.access();
    }

    @Override
    public boolean renew(String used, int status, List<String> challenges) throws IOException, LoginNeededException {
        Tokens now = logins.tokens(server, url, user);
        known = now;
        if (now != null && !now.access().equals(used)) {
            return true;
        }
        if (now != null && status != FORBIDDEN) {
            known = logins.refreshed(server, url, user, now);
            if (known != null) {
                return true;
            }
        }
        Challenge challenge = Challenge.of(challenges);
        if (status == FORBIDDEN && now != null && now.scopes().containsAll(challenge.scopes())) {
            return false; // another login would have the same scopes
        }
        throw logins.begin(server, url, settings, user, challenge, now == null ? Set.of() : now.scopes(), status != FORBIDDEN);
    }
}
