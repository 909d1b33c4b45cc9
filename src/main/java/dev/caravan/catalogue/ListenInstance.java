package dev.caravan.catalogue;

import dev.caravan.mcp.InstanceTopics;
import dev.caravan.store.StoreException;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Lets clients listen to an instance. Its topic is the hash of its key, so that it ends when the key is replaced. */
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
            LOG.warn("Nobody can listen to an instance now: {}", e.getMessage());
            return Optional.empty();
        }
    }
}
