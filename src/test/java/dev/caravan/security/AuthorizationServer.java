package dev.caravan.security;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.source.ImmutableJWKSet;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.proc.SecurityContext;
import dev.caravan.OwnGateway;
import dev.caravan.embedded.FreePorts;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.Principal;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.http.HttpMessageConvertersAutoConfiguration;
import org.springframework.boot.autoconfigure.jackson.JacksonAutoConfiguration;
import org.springframework.boot.autoconfigure.web.servlet.DispatcherServletAutoConfiguration;
import org.springframework.boot.autoconfigure.web.servlet.ServletWebServerFactoryAutoConfiguration;
import org.springframework.boot.autoconfigure.web.servlet.WebMvcAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configuration.EnableWebSecurity;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.oauth2.core.AuthorizationGrantType;
import org.springframework.security.oauth2.core.ClientAuthenticationMethod;
import org.springframework.security.oauth2.server.authorization.InMemoryOAuth2AuthorizationService;
import org.springframework.security.oauth2.server.authorization.OAuth2Authorization;
import org.springframework.security.oauth2.server.authorization.OAuth2AuthorizationService;
import org.springframework.security.oauth2.server.authorization.OAuth2TokenType;
import org.springframework.security.oauth2.server.authorization.authentication.OAuth2AuthorizationCodeAuthenticationToken;
import org.springframework.security.oauth2.server.authorization.authentication.OAuth2ClientCredentialsAuthenticationToken;
import org.springframework.security.oauth2.server.authorization.authentication.OAuth2RefreshTokenAuthenticationToken;
import org.springframework.security.oauth2.server.authorization.authentication.OAuth2TokenExchangeAuthenticationToken;
import org.springframework.security.oauth2.server.authorization.client.InMemoryRegisteredClientRepository;
import org.springframework.security.oauth2.server.authorization.client.RegisteredClient;
import org.springframework.security.oauth2.server.authorization.client.RegisteredClientRepository;
import org.springframework.security.oauth2.server.authorization.config.annotation.web.configurers.OAuth2AuthorizationServerConfigurer;
import org.springframework.security.oauth2.server.authorization.settings.AuthorizationServerSettings;
import org.springframework.security.oauth2.server.authorization.settings.TokenSettings;
import org.springframework.security.oauth2.server.authorization.token.JwtEncodingContext;
import org.springframework.security.oauth2.server.authorization.token.OAuth2TokenCustomizer;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.context.SecurityContextHolderFilter;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Spring Authorization Server, with two clients, {@code alice} and {@code bob}; it takes {@code resource} for the audience (RFC 8707). A
 * third, {@code gateway}, may exchange their tokens for other audiences (RFC 8693). At the fourth, {@code web}, users log in.
 */
public final class AuthorizationServer implements AutoCloseable {

    public static final String[] SCOPES = {"tools:read", "tools:call", "tools:graph", "catalogue:write", "sources:write"};

    private static final String USER = "Test-User";

    public static final String SECRET = "secret of ";

    private final HttpClient http = HttpClient.newHttpClient();
    private final int port = FreePorts.pick();
    private final ConfigurableApplicationContext application = new SpringApplicationBuilder(Application.class).run("--server.port=" + port,
            "--server.address=127.0.0.1", "--spring.config.location=optional:classpath:/none/", "--spring.main.banner-mode=off",
            "--issuer=" + issuer(),
            "--spring.jmx.enabled=false", "--logging.level.org.springframework.security=warn");

    public String issuer() {
        return "http://127.0.0.1:" + port;
    }

    /** Returns the gateway's redirect address that the client {@code web} has. */
    public String callback() {
        return callback(issuer());
    }

    private static String callback(String issuer) {
        return "https://gateway.example.com/oauth/callback/" + OwnGateway.sha256(issuer).substring(0, 32);
    }

    /** The key that it signs with, as no issuer would tell. */
    RSAKey key() {
        return application.getBean(RSAKey.class);
    }

    public String token(String client, String resource, String... scopes) {
        String form = "grant_type=client_credentials&resource=" + encoded(resource) + "&scope=" + encoded(String.join(" ", scopes));
        HttpRequest request = HttpRequest.newBuilder(URI.create(issuer() + "/oauth2/token"))
                .header("Authorization",
                        "Basic " + Base64.getEncoder().encodeToString((client + ":" + SECRET + client).getBytes(StandardCharsets.UTF_8)))
                .header("Content-Type", "application/x-www-form-urlencoded").POST(HttpRequest.BodyPublishers.ofString(form)).build();
        try {
            HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());
            if (response.statusCode() != 200) {
                throw new AssertionError(response.statusCode() + " " + response.body());
            }
            return new ObjectMapper().readTree(response.body()).get("access_token").textValue();
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Logs a user in who was sent to this address. Returns the address to which he is sent back. */
    public String answerTo(String address, String user) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(address)).header(USER, user).build();
        HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());
        return response.headers().firstValue("Location")
                .orElseThrow(() -> new AssertionError(response.statusCode() + " " + response.body()));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        application.close();
    }

    /** Logs the user in whom the header names. */
    static class LoggedInUser extends OncePerRequestFilter {

        @Override
        protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
                throws ServletException, IOException {
            String user = request.getHeader(USER);
            if (user != null) {
                SecurityContextHolder.getContext().setAuthentication(new UsernamePasswordAuthenticationToken(user, null, List.of()));
            }
            chain.doFilter(request, response);
        }
    }

    @EnableWebSecurity
    @ImportAutoConfiguration({ServletWebServerFactoryAutoConfiguration.class, DispatcherServletAutoConfiguration.class,
        WebMvcAutoConfiguration.class,
        HttpMessageConvertersAutoConfiguration.class, JacksonAutoConfiguration.class})
    static class Application {

        @Bean
        SecurityFilterChain endpoints(HttpSecurity http) throws Exception {
            OAuth2AuthorizationServerConfigurer server = OAuth2AuthorizationServerConfigurer.authorizationServer();
            return http.securityMatcher(server.getEndpointsMatcher()).with(server, Customizer.withDefaults())
                    .addFilterAfter(new LoggedInUser(), SecurityContextHolderFilter.class)
                    .authorizeHttpRequests(requests -> requests.anyRequest().authenticated()).build();
        }


        @Bean
        RegisteredClientRepository clients(Environment environment) {
            return new InMemoryRegisteredClientRepository(Stream.concat(Stream.of(web(callback(environment.getRequiredProperty("issuer")))),
                    Stream.of("alice", "bob", "gateway").map(name -> RegisteredClient.withId(UUID.randomUUID().toString())
                            .clientId(name).clientSecret("{noop}" + SECRET + name)
                            .clientAuthenticationMethod(ClientAuthenticationMethod.CLIENT_SECRET_BASIC)
                            .authorizationGrantType(name.equals("gateway") ? AuthorizationGrantType.TOKEN_EXCHANGE
                                    : AuthorizationGrantType.CLIENT_CREDENTIALS)
                            .authorizationGrantType(AuthorizationGrantType.CLIENT_CREDENTIALS)
                            .scopes(scopes -> scopes.addAll(List.of(SCOPES))).build()))
                    .toList());
        }

        /** Its access tokens live less long than the gateway wants, so each use refreshes them. */
        private static RegisteredClient web(String callback) {
            return RegisteredClient.withId("web").clientId("web").clientSecret("{noop}" + SECRET + "web")
                    .clientAuthenticationMethod(ClientAuthenticationMethod.CLIENT_SECRET_BASIC)
                    .authorizationGrantType(AuthorizationGrantType.AUTHORIZATION_CODE)
                    .authorizationGrantType(AuthorizationGrantType.REFRESH_TOKEN)
                    .redirectUri(callback).scopes(scopes -> scopes.addAll(List.of(SCOPES)))
                    .tokenSettings(TokenSettings.builder().accessTokenTimeToLive(Duration.ofSeconds(20)).reuseRefreshTokens(false).build())
                    .build();
        }

        /** An exchange needs the principal of the token, which is not kept of clients that got one for themselves. */
        @Bean
        OAuth2AuthorizationService authorizations() {
            InMemoryOAuth2AuthorizationService all = new InMemoryOAuth2AuthorizationService();
            return new OAuth2AuthorizationService() {
                @Override
                public void save(OAuth2Authorization granted) {
                    all.save(OAuth2Authorization.from(granted).attribute(Principal.class.getName(),
                            new UsernamePasswordAuthenticationToken(granted.getPrincipalName(), null, List.of())).build());
                }

                @Override
                public void remove(OAuth2Authorization granted) {
                    all.remove(granted);
                }

                @Override
                public OAuth2Authorization findById(String id) {
                    return all.findById(id);
                }

                @Override
                public OAuth2Authorization findByToken(String token, OAuth2TokenType type) {
                    return all.findByToken(token, type);
                }
            };
        }

        @Bean
        RSAKey key() {
            return Tokens.rsa("issuer-1");
        }

        @Bean
        JWKSource<SecurityContext> keys(RSAKey key) {
            return new ImmutableJWKSet<>(new JWKSet(key));
        }

        @Bean
        AuthorizationServerSettings settings(Environment environment) {
            return AuthorizationServerSettings.builder().issuer(environment.getRequiredProperty("issuer")).build();
        }

        @Bean
        OAuth2TokenCustomizer<JwtEncodingContext> audience() {
            return token -> {
                if (token.getAuthorizationGrant() instanceof OAuth2ClientCredentialsAuthenticationToken grant) {
                    token.getClaims().audience(List.of(String.valueOf(grant.getAdditionalParameters().get("resource"))));
                } else if (token.getAuthorizationGrant() instanceof OAuth2TokenExchangeAuthenticationToken grant) {
                    token.getClaims().audience(List.copyOf(grant.getAudiences()));
                } else if (token.getAuthorizationGrant() instanceof OAuth2AuthorizationCodeAuthenticationToken grant) {
                    token.getClaims().audience(List.of(String.valueOf(grant.getAdditionalParameters().get("resource"))));
                } else if (token.getAuthorizationGrant() instanceof OAuth2RefreshTokenAuthenticationToken grant) {
                    token.getClaims().audience(List.of(String.valueOf(grant.getAdditionalParameters().get("resource"))));
                }
            };
        }
    }
}
