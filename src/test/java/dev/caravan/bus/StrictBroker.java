package dev.caravan.bus;

import dev.caravan.TemporaryFolder;
import dev.caravan.embedded.FreePorts;
import dev.caravan.security.Identity;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.activemq.artemis.api.core.QueueConfiguration;
import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.core.config.CoreAddressConfiguration;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.config.impl.SecurityConfiguration;
import org.apache.activemq.artemis.core.security.Role;
import org.apache.activemq.artemis.core.server.ActiveMQServer;
import org.apache.activemq.artemis.core.server.impl.ActiveMQServerImpl;
import org.apache.activemq.artemis.core.settings.impl.AddressFullMessagePolicy;
import org.apache.activemq.artemis.core.settings.impl.AddressSettings;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.apache.activemq.artemis.spi.core.security.ActiveMQJAASSecurityManager;
import org.apache.activemq.artemis.spi.core.security.jaas.InVMLoginModule;

/**
 * An Artemis of an enterprise: TLS, users with passwords whom it vouches for, no addresses but those configured, and a queue of dead
 * letters that holds little.
 */
final class StrictBroker implements AutoCloseable {

    static final String QUEUE = "requests";
    static final String ANSWERS = "caravan.answers.orders";
    static final String DEAD = "dead";

    private static final String PASSWORD = "changeit";

    private final ActiveMQServer server;
    private final int port = FreePorts.pick();
    private final Path trust;

    StrictBroker() throws Exception {
        Path folder = TemporaryFolder.make("strict-broker");
        Identity identity = Identity.make(folder, "broker", "RSA");
        trust = folder.resolve("trust.p12");
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("broker", identity.certificate());
        try (var out = java.nio.file.Files.newOutputStream(trust)) {
            trusted.store(out, PASSWORD.toCharArray());
        }
        SecurityConfiguration users = new SecurityConfiguration();
        for (String user : List.of("gateway", "orders", "stranger")) {
            users.addUser(user, user + "-secret");
            users.addRole(user, "all");
        }
        ConfigurationImpl configuration = new ConfigurationImpl();
        configuration.setPersistenceEnabled(false);
        configuration.setSecurityEnabled(true);
        configuration.setPopulateValidatedUser(true);
        configuration.putSecurityRoles("#", new HashSet<>(Set.of(
                new Role("all", true, true, true, true, true, true, true, true, true, true))));
        configuration.addAcceptorConfiguration("tls", "tcp://127.0.0.1:" + port + "?sslEnabled=true;keyStoreType=PKCS12;keyStorePath="
                + folder.resolve("broker.p12") + ";keyStorePassword=" + PASSWORD);
        for (String queue : List.of(QUEUE, ANSWERS, DEAD, "DLQ")) {
            configuration.addAddressConfiguration(new CoreAddressConfiguration().setName(queue).addRoutingType(RoutingType.ANYCAST)
                    .addQueueConfiguration(QueueConfiguration.of(queue).setRoutingType(RoutingType.ANYCAST)));
        }
        configuration.addAddressSetting("#", new AddressSettings().setAutoCreateQueues(false).setAutoCreateAddresses(false)
                .setMaxDeliveryAttempts(-1).setRedeliveryDelay(200));
        configuration.addAddressSetting(DEAD, new AddressSettings().setAutoCreateQueues(false).setAutoCreateAddresses(false)
                .setMaxSizeBytes(2_000).setAddressFullMessagePolicy(AddressFullMessagePolicy.FAIL));
        server = new ActiveMQServerImpl(configuration, new ActiveMQJAASSecurityManager(InVMLoginModule.class.getName(), users));
        server.start();
    }

    String url() {
        return "tcp://127.0.0.1:" + port + "?sslEnabled=true&trustStoreType=PKCS12&trustStorePath=" + trust + "&trustStorePassword="
                + PASSWORD;
    }

    Connection connect(String user) throws JMSException {
        Connection connection = new ActiveMQConnectionFactory(url()).createConnection(user, user + "-secret");
        connection.start();
        return connection;
    }

    /** How many messages a queue has. */
    long depth(String queue) {
        return server.locateQueue(queue).getMessageCount();
    }

    @Override
    public void close() throws Exception {
        server.stop();
    }
}
