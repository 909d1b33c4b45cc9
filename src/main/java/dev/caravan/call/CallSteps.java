package dev.caravan.call;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.envelope.ErrorCode;
import dev.caravan.mcp.InterimResultException;
import dev.caravan.mcp.McpException;
import dev.caravan.mcp.McpRequest;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.camel.AggregationStrategy;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.springframework.stereotype.Component;

/** The steps of the route {@code call} that open and close a call. */
final class CallSteps {

    private CallSteps() {
    }

    /** Reads the params, finds what is called and checks the arguments. The call of a task is already read. */
    @Component("openCall")
    static class OpenCall implements Processor {

        private final Map<String, Call.CallMethod> methods;

        private final AnsweredCalls keys;

        OpenCall(List<Call.CallMethod> methods, AnsweredCalls keys) {
            this.keys = keys;
            this.methods = methods.stream().collect(Collectors.toMap(Call.CallMethod::name, Function.identity()));
        }

        @Override
        public void process(Exchange exchange) throws Exception {
            Call call = Call.of(exchange);
            if (call == null) {
                McpRequest request = McpRequest.of(exchange);
                call = methods.get(request.method()).read(request, CallContext.of(exchange));
                call.leaveOn(exchange);
                call.key(CallKey.of(exchange, request, keys), request);
            }
            call.find(exchange);
        }
    }

    /** Continues with the call's own exchange and drops the exchange that ran the route. The {@link Call} has the outcome. */
    @Component("keepCall")
    static class KeepCall implements AggregationStrategy {

        /** The exchange property that says whether the route has named another call. */
        static final String FORWARDED = "callForwarded";

        @Override
        public Exchange aggregate(Exchange call, Exchange run) {
            call.setProperty(FORWARDED, Call.of(call).isForwarded());
            return call;
        }
    }

    /**
     * Turns an exception of a step or a route into the call's outcome. The route {@code call-failed} sets the code in the exchange property
     * {@value #CODE}, unless the exception has one. An exception of the protocol ends the call unchanged.
     */
    @Component("failCall")
    record FailCall(FailureCodes codes) implements Processor {

        static final String CODE = "errorCode";

        @Override
        public void process(Exchange exchange) throws Exception {
            Exception cause = exchange.getProperty(Exchange.EXCEPTION_CAUGHT, Exception.class);
            Call call = Call.of(exchange);
            if (call == null) {
                throw cause;
            }
            if (cause instanceof EarlierAnswer first) {
                call.earlier(first.result());
            } else if (cause instanceof McpException || cause instanceof InterimResultException) {
                call.endWith(cause);
            } else {
                String given = exchange.getProperty(CODE, String.class);
                ErrorCode code = given == null ? ErrorCode.INTERNAL_ERROR : ErrorCode.valueOf(given);
                call.fail(cause, code, codes.text(cause, code), McpRequest.of(exchange));
            }
        }
    }

    /**
     * Sets the result of a call as body, and ends the call for metrics and audit. A call without a result ends with an error of the
     * protocol, or with the required input.
     */
    @Component("closeCall")
    record CloseCall(EndCall end) implements Processor {

        @Override
        public void process(Exchange exchange) throws Exception {
            Call call = Call.of(exchange);
            ObjectNode result = call.earlier() != null ? call.earlier() : call.ending() == null ? call.answer(McpRequest.of(exchange))
                    : null;
            call.settle(result);
            end.process(exchange);
            if (result == null) {
                throw call.ending();
            }
            exchange.getMessage().setBody(result);
        }
    }
}
