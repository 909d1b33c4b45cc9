package dev.caravan.source.openapi;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.json.JsonMappers;
import dev.caravan.json.ValueLine;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** The file of an OpenAPI document, in YAML or JSON. Nothing else is read, whatever the document refers to. */
final class DocumentFile {

    private final Path path;
    private final ObjectMapper mapper;

    private DocumentFile(Path path, ObjectMapper mapper) {
        this.path = path;
        this.mapper = mapper;
    }

    /** @throws ApiProblemException if the file is too large */
    static DocumentFile of(Path path, long maxBytes) throws IOException, ApiProblemException {
        if (!Files.isRegularFile(path)) {
            throw new ApiProblemException(path, 0, 0, "it is no regular file");
        }
        long size = Files.size(path);
        if (size > maxBytes) {
            throw new ApiProblemException(path, 0, 0, "it has " + size + " bytes; caravan.apis.max-document allows " + maxBytes);
        }
        return new DocumentFile(path, path.toString().endsWith(".json") ? JsonMappers.written() : JsonMappers.yamlDocuments((int) Math.min(Integer.MAX_VALUE, maxBytes)));
    }

    /** Reads the whole document. */
    ObjectNode read() throws IOException, ApiProblemException {
        try (InputStream in = Files.newInputStream(path)) {
            JsonNode document = mapper.readTree(in);
            if (document instanceof ObjectNode object) {
                return object;
            }
            throw new ApiProblemException(path, 1, 0, "an OpenAPI document is an object with openapi, info and paths");
        } catch (JsonProcessingException e) {
            throw ParseProblem.of(path, e);
        } catch (StackOverflowError e) {
            throw new ApiProblemException(path, 0, 0, "it is nested too deep");
        }
    }

    /** Returns a problem with the line of the value at this place. Reads the file again up to there. */
    ApiProblemException problem(JsonPointer place, String reason) throws IOException {
        try (InputStream in = Files.newInputStream(path); JsonParser parser = mapper.getFactory().createParser(in)) {
            return new ApiProblemException(path, ValueLine.of(parser, place), 0, reason);
        } catch (JsonProcessingException e) {
            return new ApiProblemException(path, 0, 0, reason);
        }
    }

    @Override
    public String toString() {
        return path.toString();
    }
}
