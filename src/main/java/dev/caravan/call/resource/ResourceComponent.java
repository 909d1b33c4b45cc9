package dev.caravan.call.resource;

import dev.caravan.call.DefinitionComponent;
import dev.caravan.call.DefinitionKind;
import dev.caravan.call.Options.Option;
import java.util.List;
import org.springframework.stereotype.Component;

/** The component of {@code ai-resource:NAME}. */
@Component("ai-resource")
public final class ResourceComponent extends DefinitionComponent {

    static final String DEFAULT_TYPE = "text/plain";

    private static final List<Option> OPTIONS = List.of(
            new Option("resourceUri", "Absolute URI of the resource, unique in the gateway. A route has either resourceUri or"
                    + " uriTemplate."),
            new Option("uriTemplate", "Template of absolute URIs, such as document:///{id}. Each variable is a whole segment. At its end,"
                    + " {?offset,limit} names optional variables of the query. The route gets the variables as its body, a map, and as"
                    + " headers."),
            new Option("definition", "The whole definition as in resources/list, as a JSON object: uri or uriTemplate, name, title,"
                    + " description, mimeType, size, annotations, icons and _meta. The route then leaves a result of resources/read, with"
                    + " contents. Not together with the options for these members."),
            new Option("completions", "A route, such as direct:ROUTE, that suggests values for each variable of the definition's"
                    + " template. It reads the name in the exchange property completionArgument."),
            new Option("complete.", "Suggestions for a variable of the template: values with commas between them, or direct:ROUTE, a"
                    + " route whose body becomes the list of suggestions."),
            new Option("mimeType", DEFAULT_TYPE, "MIME type of the route's body. text/* and types that end in json, xml or yaml are sent"
                    + " as text, all other types as bytes."),
            new Option("meta", "Value of _meta in the definition and in the content, as a JSON object."),
            new Option("personal", "false", "Whether each caller reads only what is the caller's own. Then every caller may read it,"
                    + " whatever its tags, and the route checks the caller."));

    public ResourceComponent() {
        super(DefinitionKind.RESOURCE, OPTIONS, ResourceSpec::of);
    }
}
