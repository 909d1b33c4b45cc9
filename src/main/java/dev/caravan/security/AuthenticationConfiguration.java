package dev.caravan.security;

import dev.caravan.call.TokenAudiences;
import java.util.Set;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Creates the authentication for the configured mode. */
@Configuration(proxyBeanMethods = false)
class AuthenticationConfiguration {

    @Bean
    Authentication authentication(SecurityProperties security, OAuth2Properties oauth2, PublicAddress address, Challenges challenges, TokenAudiences forwarded) {
        return switch (security.mode()) {
            case NONE -> new NoAuthentication();
            case API_KEY -> new ApiKeys(security.keys(), challenges);
            case OAUTH2 -> new AccessTokens(new TokenVerifier(oauth2, audiences(oauth2, address)), oauth2.keysTtl(), challenges, forwarded);
        };
    }

    private static Set<String> audiences(OAuth2Properties oauth2, PublicAddress address) {
        return oauth2.audiences().isEmpty() ? Set.of(address.gateway(), address.mcp()) : Set.copyOf(oauth2.audiences());
    }
}
