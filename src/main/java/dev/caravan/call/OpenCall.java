package dev.caravan.call;

import dev.caravan.mcp.McpRequest;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.camel.AsyncCallback;
import org.apache.camel.Exchange;
import org.apache.camel.support.AsyncProcessorSupport;
import org.springframework.stereotype.Component;

/** Reads the params, finds what is called, checks the arguments and asks for confirmation. The call of a task is already read. */
@Component("openCall")
class OpenCall extends AsyncProcessorSupport {

    private final Map<String, CallMethod> methods;

    private final CallKeys keys;

    OpenCall(List<CallMethod> methods, CallKeys keys) {
        this.keys = keys;
        this.methods = methods.stream().collect(Collectors.toMap(CallMethod::name, Function.identity()));
    }

    @Override
    public boolean process(Exchange exchange, AsyncCallback callback) {
        try {
            Call call = Call.of(exchange);
            if (call == null) {
                McpRequest request = McpRequest.of(exchange);
                call = methods.get(request.method()).read(request, CallContext.of(exchange));
                call.leaveOn(exchange);
                call.key(CallKey.of(exchange, request, keys), request);
            }
            call.find(exchange);
            return call.admit(exchange, callback);
        } catch (Exception e) {
            exchange.setException(e);
            callback.done(true);
            return true;
        }
    }
}
