package dev.caravan.prompt;

import dev.caravan.envelope.ErrorCode;
import dev.caravan.envelope.ToolException;
import dev.caravan.mcp.InterimResultException;
import dev.caravan.mcp.McpException;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Makes what a prompt's route threw a JSON-RPC error: an argument that a step refused is invalid, what else a step foresaw says
 * its sentence, and anything more says nothing of itself and goes to the log.
 */
@Component("failPrompt")
class FailPrompt implements Processor {

    private static final Logger LOG = LoggerFactory.getLogger(FailPrompt.class);

    @Override
    public void process(Exchange exchange) throws Exception {
        PromptGet get = PromptGet.of(exchange);
        Exception cause = exchange.getProperty(Exchange.EXCEPTION_CAUGHT, Exception.class);
        if (cause instanceof McpException || cause instanceof InterimResultException) {
            throw cause;
        }
        if (cause instanceof ToolException foreseen) {
            get.failed(foreseen.code().name());
            String words = foreseen.text().in(get.context().locale());
            throw isOfArguments(foreseen.code()) ? McpException.invalidParams("Invalid params: " + words) : McpException.failed(words);
        }
        get.failed(ErrorCode.INTERNAL_ERROR.name());
        if (cause instanceof MalformedPromptException malformed) {
            LOG.error("Prompt {} left what is no prompt: {} (trace {})", get.name(), malformed.getMessage(), get.context().traceId());
        } else {
            LOG.error("Prompt {} failed (trace {})", get.name(), get.context().traceId(), cause);
        }
        throw McpException.internalError();
    }

    private static boolean isOfArguments(ErrorCode code) {
        return code == ErrorCode.INVALID_ARGUMENT || code == ErrorCode.NOT_FOUND;
    }
}
