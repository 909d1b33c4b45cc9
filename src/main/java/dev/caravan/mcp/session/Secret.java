package dev.caravan.mcp.session;

import dev.caravan.store.InstallationSecret;
import dev.caravan.store.KeyValues;
import org.springframework.stereotype.Component;

/** Provides the secret with which the gateways of one installation sign. */
@Component
class Secret extends InstallationSecret {

    Secret(ConversationProperties properties, KeyValues values) {
        super(values, properties.secret(), "conversation");
    }
}
