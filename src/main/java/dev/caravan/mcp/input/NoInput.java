package dev.caravan.mcp.input;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.mcp.ClientCapabilities;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** The input of a legacy client that can't be asked: it has no session, or accepts no event stream. */
final class NoInput implements ClientInput {

    @Override
    public boolean isModern() {
        return false;
    }

    @Override
    public ClientCapabilities capabilities() {
        return ClientCapabilities.NONE;
    }

    @Override
    public String nextKey(InputKind kind) {
        return kind.name();
    }

    @Override
    public void add(InputRequest question) throws InputException {
        throw new InputException(InputException.Reason.UNSUPPORTED, question.capability());
    }

    @Override
    public CompletableFuture<Map<String, ObjectNode>> ask() {
        return CompletableFuture.completedFuture(Map.of());
    }

    @Override
    public void check() {
        // there are no questions
    }
}
