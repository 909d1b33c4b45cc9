package dev.caravan.call.tool;

import dev.caravan.call.DefinitionEndpoint;
import dev.caravan.call.RegisteredConsumer;
import java.util.Map;
import org.apache.camel.Category;
import org.apache.camel.Processor;
import org.apache.camel.spi.UriEndpoint;
import org.apache.camel.spi.UriParam;
import org.apache.camel.spi.UriPath;

/** A tool's definition: the options of its route's {@code from}. */
@UriEndpoint(scheme = ToolComponent.SCHEME, firstVersion = "4.22.0", title = "AI Tool", syntax = "ai-tool:toolName",
        consumerOnly = true, remote = false, category = Category.AI)
public class ToolEndpoint extends DefinitionEndpoint {

    @UriPath(description = "Name of the tool: 1 to 64 characters of A-Z a-z 0-9 _ . -")
    private final String toolName;

    @UriParam(description = "The whole definition as in tools/list, as JSON: title, description, inputSchema, outputSchema, annotations and _meta."
            + " Inline, or file:, classpath: or resource: with its location. Other options take precedence over its members.")
    private String definition;
    @UriParam(description = "JSON Schema of the arguments: inline, or file:, classpath: or resource: with its location.")
    private String argSchema;
    @UriParam(description = "JSON Schema of the route's body, in the same forms. Not together with outputParameter.*")
    private String outputSchema;
    @UriParam(prefix = "parameter.", multiValue = true,
            description = "Type of an argument: string, integer, number or boolean. parameter.NAME.description, .required and .enum=a,b describe it further."
            + " With .x-mcp-header=City, clients also send the argument as the header Mcp-Param-City."
            + " Beside argSchema, parameter.NAME.default, .maximum and .maxItems set limits of its arguments.")
    private Map<String, Object> parameters = Map.of();
    @UriParam(prefix = "outputParameter.", multiValue = true, description = "Type of a member of the body, in the form of parameter.*")
    private Map<String, Object> outputParameters = Map.of();
    @UriParam(description = "Whether the tool changes nothing.")
    private Boolean readOnlyHint;
    @UriParam(description = "Whether the tool may destroy data.")
    private Boolean destructiveHint;
    @UriParam(description = "Whether a repeated call with the same arguments has no further effect.")
    private Boolean idempotentHint;
    @UriParam(description = "Whether the tool reaches an open world, such as the web.")
    private Boolean openWorldHint;
    @UriParam(description = "Value of _meta in the definition, as a JSON object, such as the MCP App that draws the result.")
    private String meta;
    @UriParam(defaultValue = "standard", enums = "standard,database,intelligence,none,call", description = "Shape of the result. With call, the route leaves"
            + " {name, arguments} as its body, and the gateway makes this call instead.")
    private String envelope = "standard";
    @UriParam(description = "Maximum size of a result as JSON, such as 1MB. Default: caravan.tools.max-result.")
    private String maxResult;
    @UriParam(description = "Name of an object argument whose members count as arguments of the call. So callers may give arguments in it or beside it.")
    private String spread;

    @UriParam(defaultValue = "false", description = "Whether the tool leads to other tools. Lists show it in mode discover only. Every caller may call it,"
            + " because it shows and calls only what the caller may call.")
    private boolean discovery;
    private ToolSpec spec;

    ToolEndpoint(String uri, ToolComponent component, String toolName) {
        super(uri, component);
        this.toolName = toolName;
    }

    /** Reads and checks the definition, so that the route of an invalid one does not load. */
    void prepareSpec() {
        spec = ToolSpec.of(this);
    }

    ToolSpec spec() {
        return spec;
    }

    @Override
    protected RegisteredConsumer consumer(Processor processor) {
        return new ToolConsumer(this, processor);
    }

    public String getToolName() {
        return toolName;
    }

    public String getDefinition() {
        return definition;
    }

    public void setDefinition(String definition) {
        this.definition = definition;
    }

    public String getArgSchema() {
        return argSchema;
    }

    public void setArgSchema(String argSchema) {
        this.argSchema = argSchema;
    }

    public String getOutputSchema() {
        return outputSchema;
    }

    public void setOutputSchema(String outputSchema) {
        this.outputSchema = outputSchema;
    }

    public Map<String, Object> getParameters() {
        return parameters;
    }

    public void setParameters(Map<String, Object> parameters) {
        this.parameters = parameters;
    }

    public Map<String, Object> getOutputParameters() {
        return outputParameters;
    }

    public void setOutputParameters(Map<String, Object> outputParameters) {
        this.outputParameters = outputParameters;
    }

    public Boolean getReadOnlyHint() {
        return readOnlyHint;
    }

    public void setReadOnlyHint(Boolean readOnlyHint) {
        this.readOnlyHint = readOnlyHint;
    }

    public Boolean getDestructiveHint() {
        return destructiveHint;
    }

    public void setDestructiveHint(Boolean destructiveHint) {
        this.destructiveHint = destructiveHint;
    }

    public Boolean getIdempotentHint() {
        return idempotentHint;
    }

    public void setIdempotentHint(Boolean idempotentHint) {
        this.idempotentHint = idempotentHint;
    }

    public Boolean getOpenWorldHint() {
        return openWorldHint;
    }

    public void setOpenWorldHint(Boolean openWorldHint) {
        this.openWorldHint = openWorldHint;
    }

    public String getMeta() {
        return meta;
    }

    public void setMeta(String meta) {
        this.meta = meta;
    }

    public String getEnvelope() {
        return envelope;
    }

    public void setEnvelope(String envelope) {
        this.envelope = envelope;
    }

    public String getSpread() {
        return spread;
    }

    public void setSpread(String spread) {
        this.spread = spread;
    }

    public boolean isDiscovery() {
        return discovery;
    }

    public void setDiscovery(boolean discovery) {
        this.discovery = discovery;
    }

    public String getMaxResult() {
        return maxResult;
    }

    public void setMaxResult(String maxResult) {
        this.maxResult = maxResult;
    }
}
