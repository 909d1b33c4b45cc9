package dev.caravan.resource;

import dev.caravan.call.DefinitionEndpoint;
import dev.caravan.call.RegisteredConsumer;
import java.util.Map;
import org.apache.camel.Category;
import org.apache.camel.Processor;
import org.apache.camel.spi.UriEndpoint;
import org.apache.camel.spi.UriParam;
import org.apache.camel.spi.UriPath;

/** One resource's definition, as the options of its route's {@code from}. */
@UriEndpoint(scheme = ResourceComponent.SCHEME, firstVersion = "4.23.0", title = "AI Resource", syntax = "ai-resource:resourceName",
        consumerOnly = true, remote = false, category = Category.AI)
public class ResourceEndpoint extends DefinitionEndpoint {

    @UriPath(description = "Name of the resource, as lists show it")
    private final String resourceName;

    @UriParam(description = "The absolute URI that clients read it by, unique in the gateway")
    private String resourceUri;
    @UriParam(description = "Instead of resourceUri: a template of absolute URIs whose variables are whole segments, such as document:///{id}."
            + " The variables are the route's body, a map, and headers")
    private String uriTemplate;
    @UriParam(prefix = "complete.", multiValue = true, description = "complete.VARIABLE=a,b,c or complete.VARIABLE=direct:ROUTE, whose body"
            + " becomes the list of suggestions")
    private Map<String, Object> complete = Map.of();
    @UriParam(defaultValue = "text/plain", description = "MIME type of what the route leaves as body. Text of any subtype, and subtypes"
            + " that end in json, xml or yaml, are read as text, every other type as bytes")
    private String mimeType = "text/plain";
    @UriParam(description = "_meta of the definition and of the content, as a JSON object")
    private String meta;

    private ResourceSpec spec;

    ResourceEndpoint(String uri, ResourceComponent component, String resourceName) {
        super(uri, component);
        this.resourceName = resourceName;
    }

    /** Reads and checks the definition, so that a bad one is refused before its route exists. */
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

    public String getMeta() {
        return meta;
    }

    public void setMeta(String meta) {
        this.meta = meta;
    }
}
