package dev.caravan.source.kamelet;

import static org.assertj.core.api.Assertions.assertThat;

import com.icegreen.greenmail.user.GreenMailUser;
import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.GreenMailUtil;
import com.icegreen.greenmail.util.ServerSetup;
import dev.caravan.StreamClient;
import dev.caravan.TemporaryFolder;
import dev.caravan.embedded.FreePorts;
import dev.caravan.embedded.ServerKind;
import dev.caravan.embedded.SharedServers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import org.apache.camel.component.mail.MailComponent;
import org.apache.ftpserver.FtpServer;
import org.apache.ftpserver.FtpServerFactory;
import org.apache.ftpserver.listener.ListenerFactory;
import org.apache.ftpserver.usermanager.impl.BaseUser;
import org.eclipse.paho.mqttv5.client.MqttClient;
import org.eclipse.paho.mqttv5.client.persist.MemoryPersistence;
import org.eclipse.paho.mqttv5.common.MqttMessage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A client that subscribed hears of a message of MQTT, a mail and a file on FTP, through Kamelets of the catalogue. */
@Tag("full")
class KameletFeedsTest extends KameletGateways {

    private final String feed = named("feed");
    private final String uri = "kamelet:///" + feed;

    @Test
    void mqttMessageBecomesAnEvent() throws Exception {
        String broker = SharedServers.get(ServerKind.ARTEMIS).address();
        configure(feed,
                "kamelet: mqtt5-source\nproperties: {brokerUrl: '" + broker + "', topic: kamelet/temperature, clientId: kamelet-feed}\n");
        start();
        started(feed);

        anEventOf(() -> {
            MqttClient client = new MqttClient(broker, "kamelet-test", new MemoryPersistence());
            client.connect();
            client.publish("kamelet/temperature", new MqttMessage("{\"celsius\": 21}".getBytes(StandardCharsets.UTF_8)));
            client.disconnect();
            client.close();
        });
        assertThat(events(uri).at("/0/body/celsius").asInt()).isEqualTo(21);
    }

    @Test
    void mailBecomesAnEvent() throws Exception {
        GreenMail server = new GreenMail(new ServerSetup(FreePorts.pick(), "localhost", ServerSetup.PROTOCOL_IMAPS));
        server.start();
        try {
            GreenMailUser ada = server.setUser("ada@example.com", "ada", "hush-hush");
            start(offering().property("MAIL_PASSWORD", "hush-hush"));
            Properties trust = new Properties(); // no authority has signed the server's certificate
            trust.putAll(Map.of("mail.imaps.ssl.trust", "localhost", "mail.imaps.ssl.checkserveridentity", "false"));
            gateway.camel().getComponent("imaps", MailComponent.class).getConfiguration().setAdditionalJavaMailProperties(trust);
            configure(feed, "kamelet: mail-imap-source\nproperties: {connectionHost: localhost, connectionPort: "
                    + server.getImaps().getPort() + ", username: ada, password: '${MAIL_PASSWORD}', delay: 200}\n");
            started(feed);

            anEventOf(() -> ada.deliver(GreenMailUtil.createTextEmail("ada@example.com", "bob@example.com", "Tea", "The tea has come.",
                    server.getImaps().getServerSetup())));
            assertThat(events(uri).at("/0/body").asText()).contains("The tea has come.");
            assertThat(events(uri).at("/0/headers/ce-subject").asText()).isEqualTo("Tea");
            assertThat(content(uri).toString()).doesNotContain("hush-hush");
        } finally {
            server.stop();
        }
    }

    @Test
    void ftpFileBecomesAnEvent() throws Exception {
        Path home = TemporaryFolder.make("ftp");
        Path inbox = Files.createDirectories(home.resolve("inbox"));
        FtpServerFactory servers = new FtpServerFactory();
        ListenerFactory listener = new ListenerFactory();
        listener.setServerAddress("127.0.0.1");
        listener.setPort(0);
        servers.addListener("default", listener.createListener());
        BaseUser user = new BaseUser();
        user.setName("ada");
        user.setPassword("postgres");
        user.setHomeDirectory(home.toString());
        servers.getUserManager().save(user);
        FtpServer server = servers.createServer();
        server.start();
        try {
            int port = servers.getListener("default").getPort();
            configure(feed, "kamelet: ftp-source\nproperties: {connectionHost: 127.0.0.1, connectionPort: " + port
                    + ", username: ada, password: '${KAMELET_PASSWORD}', directoryName: inbox, passiveMode: true}\n");
            start();
            started(feed);

            anEventOf(() -> put(inbox, "order.json", "{\"item\": \"tea\"}".getBytes(StandardCharsets.UTF_8)));
            assertThat(events(uri).at("/0/body/item").asText()).isEqualTo("tea");
            assertThat(events(uri).at("/0/headers/CamelFileName").asText()).isEqualTo("order.json");
        } finally {
            server.stop();
        }
    }

    private interface Sending {
        void send() throws Exception;
    }

    /** Subscribes, sends, and waits until the subscriber hears of the event. */
    private void anEventOf(Sending sending) throws Exception {
        try (StreamClient stream = listen(uri)) {
            assertThat(stream.next()).contains(uri);
            sending.send();
            assertThat(stream.next(Duration.ofSeconds(60))).contains("notifications/resources/updated", uri);
        }
        assertThat(events(uri)).as(content(uri).toString()).hasSize(1);
    }
}
