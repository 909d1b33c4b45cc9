package dev.caravan.intelligence.index;

import dev.caravan.retrieval.LeaseStore;
import org.springframework.stereotype.Component;

/** The leases of workspaces: one build of a workspace's index runs at a time. */
@Component
class CodeLeases extends LeaseStore {

    CodeLeases(CodeStore store, IntelligenceProperties properties) {
        super(store, "CaravanWorkspace", properties.lease());
    }
}
