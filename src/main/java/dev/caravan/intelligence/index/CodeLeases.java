package dev.caravan.intelligence.index;

import dev.caravan.retrieval.Leases;
import org.springframework.stereotype.Component;

/** To one build of a workspace's index at a time. */
@Component
class CodeLeases extends Leases {

    CodeLeases(CodeStore store, IntelligenceProperties properties) {
        super(store, "CaravanWorkspace", properties.lease());
    }
}
