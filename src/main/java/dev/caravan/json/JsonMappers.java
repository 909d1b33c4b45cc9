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
 * Makes all that reads JSON, so that one place decides what a number, a text, a name and a depth may be. Bodies of callers are read by
 * {@link StrictJson}; the bean {@link ObjectMapper} and the mappers from here read the rest.
 */
@Component
public final class JsonMappers implements Jackson2ObjectMapperBuilderCustomizer {

    private static final int LONGEST_NUMBER_OF_CONTEXTS = 200_000;
    private static final int DEEPEST_OF_CONTEXTS = 10_000;

    /** Makes the bean read as the others do. */
    @Override
    public void customize(Jackson2ObjectMapperBuilder builder) {
        builder.factory(new BoundedFactory()).featuresToEnable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);
    }

    /** Decimals are exact; zeroes at the end of a fraction are dropped, as Jackson does by itself. */
    public static ObjectMapper normal() {
        return mapper(BoundedNumbers.NORMAL);
    }

    /** Decimals stay as they are written: 100.0 is not 1E+2. */
    public static ObjectMapper exact() {
        return mapper(BoundedNumbers.EXACT);
    }

    private static ObjectMapper mapper(BoundedNumbers numbers) {
        return new ObjectMapper(new BoundedFactory()).enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS, DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .setNodeFactory(numbers);
    }

    /** Of schemas and other JSON that an operator wrote: a name that an object has twice is a mistake. */
    public static ObjectMapper written() {
        return normal().enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY);
    }

    /** Of documents in the store, which grow by several requests, each of them within the limits. */
    public static ObjectMapper ofContexts(ObjectMapper mapper) {
        JsonFactory factory = JsonFactory.builder().streamReadConstraints(StreamReadConstraints.builder()
                .maxNestingDepth(DEEPEST_OF_CONTEXTS).maxNumberLength(LONGEST_NUMBER_OF_CONTEXTS).maxStringLength(Integer.MAX_VALUE).build()).build();
        return mapper.copyWith(factory).enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS).setNodeFactory(JsonNodeFactory.withExactBigDecimals(true));
    }

    /** Of answers that are read value by value from a stream, which stays open. @param longestText in characters */
    public static ObjectMapper ofStreams(ObjectMapper mapper, int longestText) {
        return mapper.copyWith(new BoundedFactory(longestText).disable(JsonParser.Feature.AUTO_CLOSE_SOURCE)).disable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
    }

    /** Of files that an operator wrote. */
    public static YAMLMapper yaml() {
        YAMLMapper yaml = new YAMLMapper();
        yaml.enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS, DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY).setNodeFactory(BoundedNumbers.NORMAL);
        return yaml;
    }

    /** Of callers' bodies, whose text has been looked at. */
    static ObjectMapper strict(ObjectMapper mapper, int depth, BoundedNumbers numbers) {
        JsonFactory factory = new JsonFactoryBuilder().streamReadConstraints(StreamReadConstraints.builder().maxNestingDepth(depth).build()).build();
        return mapper.copyWith(factory).enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS, DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY).setNodeFactory(numbers);
    }
}
