package dev.caravan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.caravan.embedded.FreePorts;
import org.apache.camel.CamelContext;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.test.context.TestContextManager;

/** A test class whose gateway has lost its port fails, and the next one gets a new gateway. */
@Tag("nightly")
@Tag("nightly")
class SharedPortsTest {

    private static final int PORT = FreePorts.pick();

    @SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
    static class Shared {

        @DynamicPropertySource
        static void settings(DynamicPropertyRegistry registry) {
            registry.add("caravan.http.port", () -> PORT);
            registry.add("caravan.routes.directory", () -> RoutesCopy.entries().toString());
        }
    }

    @Test
    void classFailsWhenItsGatewayHasLostItsPort() throws Exception {
        TestContextManager first = new TestContextManager(Shared.class);
        first.prepareTestInstance(new Shared());
        ConfigurableApplicationContext gateway = (ConfigurableApplicationContext) first.getTestContext().getApplicationContext();
        gateway.getBean(CamelContext.class).stop();

        assertThatThrownBy(() -> new TestContextManager(Shared.class).prepareTestInstance(new Shared())).isInstanceOf(AssertionError.class)
                .hasMessageStartingWith("The gateway's port " + PORT + " is closed. Camel: Stopped.");
        assertThat(gateway.isActive()).as("the gateway without a port goes on").isFalse();

        TestContextManager next = new TestContextManager(Shared.class);
        next.prepareTestInstance(new Shared());
        assertThat(next.getTestContext().getApplicationContext()).isNotSameAs(gateway);
        next.getTestContext().markApplicationContextDirty(null);
    }
}
