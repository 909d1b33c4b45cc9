package dev.caravan.catalogue;

import dev.caravan.mcp.InstanceTopics;
import dev.caravan.store.StoreException;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Lets clients listen for changes of an instance. The topic is the hash of the key, so replacing the key ends the subscription. */
@Component
class ListenInstance implements InstanceTopics {

    private static final Logger LOG = LoggerFactory.getLogger(ListenInstance.class);

    private final InstanceCache instances;
    private final ListenedInstances listened;

    ListenInstance(InstanceCache instances, ListenedInstances listened) {
        this.instances = instances;
        this.listened = listened;
    }

    @Override
    public Optional<String> topic(String apiKey) {
        try {
            Optional<String> topic = instances.find(apiKey).map(Instance::keyHash);
            topic.ifPresent(listened::add);
            return topic;
        } catch (StoreException e) {
            LOG.warn("Subscription to an instance failed reason={}", e.getMessage());
            return Optional.empty();
        }
    }
}
