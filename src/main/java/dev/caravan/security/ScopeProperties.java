package dev.caravan.security;

import dev.caravan.security.caller.Right;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The names of scopes, {@code caravan.security.scopes.*}.
 *
 * @param read   Scope for lists, resources, prompts, event streams and REST requests that read.
 * @param call   Scope for tool calls and action recall.
 * @param manage Scope for REST requests that change something.
 * @param sources Scope for REST requests that read and change the settings of sources (servers, APIs and Kamelets) and approve definitions.
 * @param actAs  Scope for naming another account in x-account-id and x-account-type.
 */
@ConfigurationProperties("caravan.security.scopes")
record ScopeProperties(@DefaultValue("tools:read") String read, @DefaultValue("tools:call") String call,
                       @DefaultValue("catalogue:write") String manage, @DefaultValue("sources:write") String sources,
                       @DefaultValue("accounts:act-as") String actAs) {

    /** Returns the scopes that the right requires; empty for entering. */
    List<String> needed(Right right) {
        return switch (right) {
            case NONE, ENTER -> List.of();
            case READ -> List.of(read);
            case CALL -> List.of(call);
            case MANAGE -> List.of(manage);
            case SOURCES -> List.of(sources);
        };
    }

    /** Returns the scopes that a new client should request. */
    List<String> advised(Right right) {
        return right == Right.ENTER ? List.of(read, call) : needed(right);
    }
}
