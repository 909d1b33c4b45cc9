package dev.caravan.source.oauth;

import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A server with logins, which each test has for itself. */
abstract class LoginServerTest {

    LoginServer server;

    @BeforeEach
    void startServer() throws IOException {
        server = new LoginServer();
    }

    @AfterEach
    void stopServer() {
        server.close();
    }
}
