package dev.caravan.mcp;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.ByteArrayBuilder;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.Processor;
import org.springframework.stereotype.Component;

/**
 * Writes the reply as bytes with new headers: the result of a method, an error, or the replies of a batch. The headers are the status, the
 * content type and those of an error; headers of the request are removed. An empty reply has status 202.
 *
 * <p>Only this step adds what every modern result carries: {@code resultType} and the server's identity.
 */
@Component("writeReply")
record WriteReply(ObjectMapper mapper, Discovery.ServerInfo server) implements Processor {

    @Override
    public void process(Exchange exchange) throws IOException {
        Message message = exchange.getMessage();
        Object body = message.getBody();
        int status;
        byte[] bytes;
        Map<String, Object> headers = new HashMap<>();
        if (body instanceof List<?> replies) {
            status = replies.isEmpty() ? 202 : 200;
            bytes = replies.isEmpty() ? null : joined(replies);
        } else {
            Reply reply = body instanceof ObjectNode result ? result(McpRequest.of(exchange), result) : (Reply) body;
            status = reply.status();
            bytes = reply.isSilent() ? null : written(reply);
            if (reply.error() != null) {
                headers.putAll(reply.error().headers());
            }
        }
        String session = exchange.getProperty(McpRequest.SESSION_ID, String.class);
        if (session != null) {
            headers.put(Headers.SESSION, session);
        }
        headers.put(Exchange.HTTP_RESPONSE_CODE, status);
        if (bytes != null) {
            headers.put(Exchange.CONTENT_TYPE, "application/json");
        }
        message.setHeaders(headers);
        message.setBody(bytes);
    }

    private static Reply result(McpRequest request, ObjectNode result) {
        return new Reply(request.revision(), request.id(), result, null);
    }

    private byte[] written(Reply reply) throws IOException {
        try (ByteArrayBuilder out = new ByteArrayBuilder(); JsonGenerator json = mapper.createGenerator(out)) {
            write(reply, json);
            json.flush();
            return out.toByteArray();
        }
    }

    /** Joins written replies to a JSON array. */
    private static byte[] joined(List<?> replies) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (Object reply : replies) {
            out.write(out.size() == 0 ? '[' : ',');
            out.writeBytes((byte[]) reply);
        }
        out.write(']');
        return out.toByteArray();
    }

    private void write(Reply reply, JsonGenerator json) throws IOException {
        json.writeStartObject();
        json.writeStringField("jsonrpc", "2.0");
        if (reply.id() != null) {
            json.writeFieldName("id");
            json.writeTree(reply.id());
        }
        if (reply.error() != null) {
            json.writeFieldName("error");
            json.writeTree(reply.error().json());
        } else {
            json.writeFieldName("result");
            json.writeTree(reply.revision().isModern() ? modern(reply.result()) : reply.result());
        }
        json.writeEndObject();
    }

    private ObjectNode modern(ObjectNode result) {
        if (!result.has("resultType")) {
            result.put("resultType", "complete");
        }
        ObjectNode meta = result.get("_meta") instanceof ObjectNode given ? given : result.putObject("_meta");
        meta.set(Headers.META_SERVER_INFO, server.identity());
        return result;
    }

    /**
     * The reply to one message before it is written. Neither result nor error means accepted without an answer (202).
     *
     * @param revision revision of the request; null if unknown
     * @param id       id of the request; null for a notification or if it could not be read
     * @param result   the result, or null
     * @param error    the error, or null
     */
    record Reply(Revision revision, JsonNode id, ObjectNode result, McpException error) {

        static final Reply ACCEPTED = new Reply(null, null, null, null);

        boolean isSilent() {
            return result == null && error == null;
        }

        int status() {
            if (isSilent()) {
                return 202;
            }
            return error == null ? 200 : error.status();
        }
    }

    /** Accepts a notification or a response without answering it. Refuses a request whose method has no handler. */
    @Component("acceptMessage")
    static class AcceptMessage implements Processor {

        @Override
        public void process(Exchange exchange) throws McpException {
            McpRequest request = McpRequest.of(exchange);
            if (request.kind() == McpRequest.Kind.REQUEST) {
                throw McpException.methodNotFound(request.method(), request.revision());
            }
            exchange.getMessage().setBody(WriteReply.Reply.ACCEPTED);
        }
    }
}
