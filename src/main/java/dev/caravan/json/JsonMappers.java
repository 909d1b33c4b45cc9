package dev.caravan.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import org.springframework.boot.autoconfigure.jackson.Jackson2ObjectMapperBuilderCustomizer;
import org.springframework.http.converter.json.Jackson2ObjectMapperBuilder;
import org.springframework.stereotype.Component;

/**
 * Creates all JSON readers, so that one place limits numbers, texts, names and depth. {@link StrictJson} reads callers' bodies; the bean
 * {@link ObjectMapper} and the mappers of this class read everything else.
 */
@Component
public final class JsonMappers implements Jackson2ObjectMapperBuilderCustomizer {

    private static final int LONGEST_NUMBER_OF_CONTEXTS = 5_000;
    private static final int DEEPEST_OF_CONTEXTS = 10_000;

    /** Gives the bean the same limits. */
    @Override
    public void customize(Jackson2ObjectMapperBuilder builder) {
        builder.factory(new BoundedFactory()).featuresToEnable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);
    }

    /** Returns a mapper with exact decimals. It drops zeros at the end of a fraction, like Jackson's default. */
    public static ObjectMapper normal() {
        return mapper(BoundedNumbers.NORMAL);
    }

    /** Returns a mapper that keeps decimals as written: 100.0 does not become 1E+2. */
    public static ObjectMapper exact() {
        return mapper(BoundedNumbers.EXACT);
    }

    private static ObjectMapper mapper(BoundedNumbers numbers) {
        return new ObjectMapper(new BoundedFactory()).enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS, DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .setNodeFactory(numbers);
    }

    /** Returns a mapper for schemas and other JSON of operators. A repeated name in an object is an error. */
    public static ObjectMapper written() {
        return normal().enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY);
    }

    /** Returns a mapper for stored documents, which grow by several requests that are each within the limits. */
    public static ObjectMapper ofContexts(ObjectMapper mapper) {
        JsonFactory factory = JsonFactory.builder().streamReadConstraints(StreamReadConstraints.builder()
                .maxNestingDepth(DEEPEST_OF_CONTEXTS).maxNumberLength(LONGEST_NUMBER_OF_CONTEXTS).maxStringLength(Integer.MAX_VALUE).build()).build();
        return mapper.copyWith(factory).enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS).setNodeFactory(JsonNodeFactory.withExactBigDecimals(true));
    }

    /**
     * Returns a mapper that reads values one at a time from a stream, which stays open.
     *
     * @param longestText limit in characters
     */
    public static ObjectMapper ofStreams(ObjectMapper mapper, int longestText) {
        return mapper.copyWith(new BoundedFactory(longestText).disable(JsonParser.Feature.AUTO_CLOSE_SOURCE)).disable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
    }

    /** Returns a mapper for YAML files of operators. */
    public static YAMLMapper yaml() {
        YAMLMapper yaml = new YAMLMapper();
        yaml.enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS, DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY).setNodeFactory(BoundedNumbers.NORMAL);
        return yaml;
    }

    /**
     * Returns a mapper for large YAML documents of others. Aliases are an error.
     *
     * @param longest limit of a document in characters
     */
    public static ObjectMapper yamlDocuments(int longest) {
        return new ObjectMapper(new PlainYaml(longest)).enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS, DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
                .setNodeFactory(BoundedNumbers.NORMAL);
    }

    /** Returns a mapper for callers' bodies, whose text is already checked. */
    static ObjectMapper strict(ObjectMapper mapper, int depth, BoundedNumbers numbers) {
        JsonFactory factory = new JsonFactoryBuilder().streamReadConstraints(StreamReadConstraints.builder().maxNestingDepth(depth).build()).build();
        return mapper.copyWith(factory).enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS, DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY).setNodeFactory(numbers);
    }
}
