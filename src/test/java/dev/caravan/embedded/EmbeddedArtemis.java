package dev.caravan.embedded;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.activemq.artemis.api.core.QueueConfiguration;
import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.core.config.CoreAddressConfiguration;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.server.ActiveMQServer;
import org.apache.activemq.artemis.core.server.ActiveMQServers;
import org.apache.activemq.artemis.core.server.JournalType;
import org.apache.activemq.artemis.core.settings.impl.AddressSettings;

/** ActiveMQ Artemis. It keeps persistent messages, and creates queues at their first use. */
final class EmbeddedArtemis implements EmbeddedServer {

    private static final String DEAD_LETTERS = "DLQ";
    private static final String EXPIRED = "ExpiryQueue";

    private ActiveMQServer broker;
    private int port;

    @Override
    public String name() {
        return "artemis";
    }

    @Override
    public void start(Path directory, int port) throws Exception {
        this.port = port;
        AtomicReference<Exception> failure = new AtomicReference<>();
        broker = ActiveMQServers.newActiveMQServer(configuration(directory), true);
        broker.registerActivationFailureListener(failure::set); // start() only logs failures and returns
        broker.start();
        if (failure.get() != null) {
            broker.stop();
            throw failure.get();
        }
    }

    private ConfigurationImpl configuration(Path directory) throws Exception {
        ConfigurationImpl configuration = new ConfigurationImpl();
        configuration.setName("caravan");
        configuration.setSecurityEnabled(false);
        configuration.setPersistenceEnabled(true);
        configuration.setJournalType(JournalType.NIO);
        configuration.setJournalDirectory(directory.resolve("journal").toString());
        configuration.setBindingsDirectory(directory.resolve("bindings").toString());
        configuration.setLargeMessagesDirectory(directory.resolve("large-messages").toString());
        configuration.setPagingDirectory(directory.resolve("paging").toString());
        configuration.setMaxDiskUsage(-1); // otherwise a disk that is 90 % full would block every producer
        configuration.addAcceptorConfiguration("tcp", address());
        for (String queue : List.of(DEAD_LETTERS, EXPIRED)) {
            configuration.addAddressConfiguration(new CoreAddressConfiguration()
                    .setName(queue)
                    .addRoutingType(RoutingType.ANYCAST)
                    .addQueueConfiguration(QueueConfiguration.of(queue).setRoutingType(RoutingType.ANYCAST)));
        }
        configuration.addAddressSetting("#", new AddressSettings()
                .setDeadLetterAddress(SimpleString.of(DEAD_LETTERS))
                .setExpiryAddress(SimpleString.of(EXPIRED)));
        return configuration;
    }

    @Override
    public String address() {
        return "tcp://127.0.0.1:" + port;
    }

    @Override
    public Map<String, String> properties() {
        return Map.of("caravan.bus.jms.enabled", "true", "caravan.bus.jms.broker-url", address());
    }

    @Override
    public void stop() throws Exception {
        broker.stop();
    }
}
