package dev.caravan.call.resource;

import dev.caravan.call.DefinitionEndpoint;
import dev.caravan.call.RegisteredConsumer;
import java.util.Map;
import org.apache.camel.Category;
import org.apache.camel.Processor;
import org.apache.camel.spi.UriEndpoint;
import org.apache.camel.spi.UriParam;
import org.apache.camel.spi.UriPath;

/** A resource's definition: the options of its route's {@code from}. */
@UriEndpoint(scheme = ResourceComponent.SCHEME, firstVersion = "4.23.0", title = "AI Resource", syntax = "ai-resource:resourceName",
        consumerOnly = true, remote = false, category = Category.AI)
public class ResourceEndpoint extends DefinitionEndpoint {

    @UriPath(description = "Name of the resource in lists.")
    private final String resourceName;

    @UriParam(description = "Absolute URI of the resource, unique in the gateway. A route has either resourceUri or uriTemplate.")
    private String resourceUri;
    @UriParam(description = "Template of absolute URIs, such as document:///{id}. Each variable is a whole segment."
            + " At its end, {?offset,limit} names optional variables of the query. The route gets the variables as its body, a map, and as headers.")
    private String uriTemplate;
    @UriParam(description = "The whole definition as in resources/list, as a JSON object: uri or uriTemplate, name, title, description, mimeType, size, annotations, icons and _meta."
            + " The route then leaves a result of resources/read, with contents. Not together with the options for these members.")
    private String definition;
    @UriParam(description = "A route, such as direct:ROUTE, that suggests values for each variable of the definition's template. It reads the name in the exchange property completionArgument.")
    private String completions;
    @UriParam(prefix = "complete.", multiValue = true, description = "Suggestions for a variable of the template: values with commas between them, or direct:ROUTE,"
            + " a route whose body becomes the list of suggestions.")
    private Map<String, Object> complete = Map.of();
    @UriParam(defaultValue = "text/plain", description = "MIME type of the route's body. text/* and types that end in json, xml or yaml"
            + " are sent as text, all other types as bytes.")
    private String mimeType = "text/plain";
    @UriParam(description = "Value of _meta in the definition and in the content, as a JSON object.")
    private String meta;

    @UriParam(defaultValue = "false", description = "Whether each caller reads only what is the caller's own. Then every caller may read it, whatever its tags,"
            + " and the route checks the caller.")
    private boolean personal;
    private ResourceSpec spec;

    ResourceEndpoint(String uri, ResourceComponent component, String resourceName) {
        super(uri, component);
        this.resourceName = resourceName;
    }

    /** Reads and checks the definition, so that the route of an invalid one does not load. */
    void prepareSpec() {
        spec = ResourceSpec.of(this);
    }

    ResourceSpec spec() {
        return spec;
    }

    @Override
    protected RegisteredConsumer consumer(Processor processor) {
        return new ResourceConsumer(this, processor);
    }

    public String getResourceName() {
        return resourceName;
    }

    public String getResourceUri() {
        return resourceUri;
    }

    public void setResourceUri(String resourceUri) {
        this.resourceUri = resourceUri;
    }

    public String getUriTemplate() {
        return uriTemplate;
    }

    public void setUriTemplate(String uriTemplate) {
        this.uriTemplate = uriTemplate;
    }

    public String getDefinition() {
        return definition;
    }

    public void setDefinition(String definition) {
        this.definition = definition;
    }

    public String getCompletions() {
        return completions;
    }

    public void setCompletions(String completions) {
        this.completions = completions;
    }

    public Map<String, Object> getComplete() {
        return complete;
    }

    public void setComplete(Map<String, Object> complete) {
        this.complete = complete;
    }

    public String getMimeType() {
        return mimeType;
    }

    public void setMimeType(String mimeType) {
        this.mimeType = mimeType;
    }

    public boolean isPersonal() {
        return personal;
    }

    public void setPersonal(boolean personal) {
        this.personal = personal;
    }

    public String getMeta() {
        return meta;
    }

    public void setMeta(String meta) {
        this.meta = meta;
    }
}
