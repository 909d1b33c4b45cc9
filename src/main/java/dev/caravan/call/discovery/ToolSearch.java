package dev.caravan.call.discovery;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.caravan.call.CallProperties;
import dev.caravan.call.tool.ToolCatalogue;
import dev.caravan.call.tool.ToolRegistry;
import dev.caravan.envelope.Text;
import dev.caravan.mcp.ListChanges;
import dev.caravan.mcp.ToolRights;
import dev.caravan.retrieval.Embedder;
import dev.caravan.retrieval.EmbeddingProperties;
import dev.caravan.retrieval.LoadedModels;
import dev.caravan.retrieval.LocalModel;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.Header;
import org.springframework.stereotype.Component;

/** Finds tools for the route {@code find_tools}, among those that the caller may call. */
@Component("toolSearch")
public class ToolSearch {

    private static final int MOST_CATALOGUES = 1_000;
    private static final String WARNINGS = "meta.warnings";
    private static final String TAGS = "/_meta/dev.caravan~1tags";
    /** The members of a definition that a model needs to call the tool. */
    private static final List<String> SHOWN = List.of("name", "title", "description", "inputSchema", "annotations");

    private final ToolRegistry gateways;
    private final ToolMeanings meanings;
    private final Synonyms synonyms = new Synonyms();
    /** Catalogues by their definitions, which stay the same object until they change. */
    private final Cache<NavigableMap<String, JsonNode>, ToolIndex> catalogues = Caffeine.newBuilder().weakKeys()
            .maximumSize(MOST_CATALOGUES).build();
    /** Texts by definition. A definition stays the same object until it changes. */
    private final Cache<JsonNode, ToolIndex.ToolText> texts = Caffeine.newBuilder().weakKeys().build();

    ToolSearch(ToolRegistry gateways, ToolMeanings meanings) {
        this.gateways = gateways;
        this.meanings = meanings;
    }

    /**
     * Returns {@code {tools:[{name, title?, description, inputSchema, annotations?}], searched}}, best first.
     *
     * @param tags only tools with one of these tags; null or empty means all
     */
    public ObjectNode find(@Header("query") String query, @Header("limit") int limit, @Header("tags") List<?> tags,
            Exchange exchange) throws InterruptedException {
        ToolCatalogue catalogue = ToolCatalogue.of(exchange, gateways).whole();
        ToolRights rights = ToolRights.of(exchange);
        NavigableMap<String, JsonNode> tools = rights.shown(ListChanges.TOOLS, catalogue.definitions());
        Predicate<String> among = name -> rights == ToolRights.ALL || catalogue.mayCall(name, rights);
        if (tags != null && !tags.isEmpty()) {
            among = among.and(name -> hasOneOf(tags, tools.get(name).at(TAGS)));
        }
        ToolIndex index = catalogues.get(tools, this::index);
        ToolMeanings.Model model = meanings.of(query);
        float[][] known = model.vectors().of(index.passages());
        float[] question = model.vectors().ofQuestion(plain(query));
        if (question == null || Arrays.asList(known).contains(null)) {
            exchange.setProperty(WARNINGS, List.of(Text.of("discovery.words")));
        }
        List<String> best = index.best(synonyms.concepts(query), question, known, model.noAnswer(), among, limit);
        ObjectNode result = JsonNodeFactory.instance.objectNode();
        ArrayNode found = result.putArray("tools");
        best.forEach(name -> found.add(shown(tools.get(name))));
        return result.put("searched", tools.keySet().stream().filter(among).count());
    }

    /** Returns the question as the models read it, so that one that differs in spaces and case only has its vector already. */
    private static String plain(String query) {
        return query.strip().replaceAll("\\s+", " ").toLowerCase(Locale.ROOT);
    }

    private ToolIndex index(NavigableMap<String, JsonNode> tools) {
        Map<String, ToolIndex.ToolText> described = new LinkedHashMap<>();
        tools.forEach((name, definition) -> described.put(name, texts.get(definition, ToolIndex.ToolText::of)));
        return new ToolIndex(described);
    }

    private static boolean hasOneOf(List<?> tags, JsonNode own) {
        for (JsonNode tag : own) {
            if (tags.contains(tag.textValue())) {
                return true;
            }
        }
        return false;
    }

    private static ObjectNode shown(JsonNode definition) {
        ObjectNode shown = JsonNodeFactory.instance.objectNode();
        SHOWN.stream().filter(definition::has).forEach(member -> shown.set(member, definition.get(member)));
        return shown;
    }

    /** The vectors of tools and questions, by the embedding model that knows the language of the question best. */
    @Component
    static class ToolMeanings {

        /**
         * One model.
         *
         * @param vectors  of tools and questions
         * @param noAnswer similarity that texts without a common meaning reach; it differs between models
         */
        record Model(ToolVectors vectors, double noAnswer) {
        }

        private static final Pattern OTHER_SCRIPT = Pattern.compile("[\\p{L}&&[^\\p{IsLatin}]]");
        private static final double USUAL = 0.5;
        private static final double ENGLISH = 0.61;

        private final Model usual;
        private final Model english;

        ToolMeanings(CamelContext context, Embedder embedder, LoadedModels models, EmbeddingProperties settings, CallProperties calls) {
            boolean isLocal = settings.kind() == EmbeddingProperties.Kind.LOCAL;
            this.usual = new Model(new ToolVectors(context, isLocal ? models.of(LocalModel.CHINESE) : embedder, calls.timeout()), USUAL);
            this.english = !isLocal ? usual : new Model(new ToolVectors(context, models.of(LocalModel.ENGLISH), calls.timeout()), ENGLISH);
        }

        /** Returns the model for this question. */
        Model of(String question) {
            return OTHER_SCRIPT.matcher(question).find() ? usual : english;
        }
    }
}
