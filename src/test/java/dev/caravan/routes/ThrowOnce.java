package dev.caravan.routes;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.camel.AsyncCallback;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.NamedNode;
import org.apache.camel.Processor;
import org.apache.camel.model.ProcessorDefinition;
import org.apache.camel.model.ProcessorDefinitionHelper;
import org.apache.camel.spi.InterceptStrategy;
import org.apache.camel.support.AsyncProcessorConverterHelper;
import org.apache.camel.support.processor.DelegateAsyncProcessor;

/** For a gateway in a process of its own: each step of the entries throws an Error the first time that a request reaches it. */
public class ThrowOnce implements InterceptStrategy {

    private final Set<String> thrown = ConcurrentHashMap.newKeySet();

    @Override
    public Processor wrapProcessorInInterceptors(CamelContext context, NamedNode definition, Processor target, Processor nextTarget) {
        String route = ProcessorDefinitionHelper.getRouteId((ProcessorDefinition<?>) definition);
        if (!Set.of("entry-stdio", "entry-mcp").contains(route)) {
            return target;
        }
        return new DelegateAsyncProcessor(AsyncProcessorConverterHelper.convert(target)) {
            @Override
            public boolean process(Exchange exchange, AsyncCallback callback) {
                if (thrown.add(route + "/" + definition.getId())) {
                    throw new StackOverflowError();
                }
                return super.process(exchange, callback);
            }
        };
    }
}
