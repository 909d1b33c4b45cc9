package dev.caravan.call.client;

import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import org.junit.jupiter.api.AfterEach;

/** A route that asks a legacy client for its name; no test leaves a question that is waited for. */
abstract class LegacyQuestionTest extends AskingToolTest {

    static final String NAME = """
            - to:
                uri: mcp:elicit
                parameters:
                  message: Who is ${header.what}?
                  field.name: string
                  field.name.required: true
                  field.age: integer
            - setBody:
                simple: Hello ${body[content][name]}
            """;

    final MeterRegistry meters = bean(MeterRegistry.class);

    @AfterEach
    void nothingIsWaitedFor() {
        await().until(() -> meters.get("caravan.mcp.questions").gauge().value() == 0);
    }
}
