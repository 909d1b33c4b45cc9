package dev.caravan.mcp.session;

import dev.caravan.store.InstallationSecret;
import dev.caravan.store.Store;
import org.springframework.stereotype.Component;

/** What the gateways of one installation sign with. */
@Component
class Secret extends InstallationSecret {

    Secret(ConversationProperties properties, Store store) {
        super(store, properties.secret(), "gateway_secret");
    }
}
