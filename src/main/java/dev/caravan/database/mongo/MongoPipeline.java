package dev.caravan.database.mongo;

import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.DatabaseValues;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.bson.Document;
import org.bson.types.ObjectId;

/**
 * Checks the aggregation of a caller. Allowed are stages that read, from allowed collections, without code. Values are Extended JSON
 * ({@code {"$date": …}}, {@code {"$oid": …}}). In {@code $match}, the text of an ObjectId under {@code _id} is the
 * ObjectId, as it is shown.
 */
final class MongoPipeline {

    private static final Set<String> STAGES = DatabaseValues.words("operators.txt").get("mongodb-stages");
    /** Allowed operators: conditions, expressions and accumulators that only read the pipeline's data, and the members of Extended JSON. */
    private static final Set<String> OPERATORS = DatabaseValues.words("operators.txt").get("mongodb-operators");
    private static final String FACET = "$facet";
    private static final Set<String> JOINS = Set.of("$lookup", "$graphLookup", "$unionWith");
    /** Each join inside of another multiplies the documents that the server reads. */
    private static final int MOST_JOINS = 10;
    private static final int DEEPEST_PIPELINE = 3;

    private final MongoDatabase database;
    private final int mostStages;
    private int stages;
    private int joins;

    /** @param mostStages maximum number of stages, with those of inner pipelines */
    MongoPipeline(MongoDatabase database, int mostStages) {
        this.database = database;
        this.mostStages = mostStages;
    }

    /** Returns the stages, and a last stage that limits the results to one more than the answer may have. */
    List<Document> checked(List<?> stages, int mostResults) throws DatabaseFailure {
        checkStages(stages, 0);
        List<Document> pipeline = new ArrayList<>();
        for (Object stage : stages) {
            Document parsed = MongoValues.parse((Map<?, ?>) stage,
                    reason -> DatabaseFailure.query("database.stageValue", pipeline.size() + 1, reason));
            parsed.computeIfPresent("$match", (name, condition) -> withIds("", condition));
            pipeline.add(parsed);
        }
        pipeline.add(new Document("$limit", mostResults + 1));
        return pipeline;
    }

    /**
     * Checks the stages of a pipeline: other collections must be allowed, and inner pipelines follow the same rules.
     *
     * @param within how many pipelines it is in
     */
    private void checkStages(List<?> pipeline, int within) throws DatabaseFailure {
        if (within > DEEPEST_PIPELINE) {
            throw DatabaseFailure.query("database.pipelineDepth", DEEPEST_PIPELINE);
        }
        for (int number = 1; number <= pipeline.size(); number++) {
            if (!(pipeline.get(number - 1) instanceof Map<?, ?> stage) || stage.size() != 1) {
                throw DatabaseFailure.query("database.stage", number);
            }
            String name = (String) stage.keySet().iterator().next();
            if (!STAGES.contains(name)) {
                throw DatabaseFailure.query("database.stageName", name, String.join(", ", new TreeSet<>(STAGES)));
            }
            if (++stages > mostStages) {
                throw DatabaseFailure.query("database.pipelineStages", mostStages);
            }
            boolean isJoin = JOINS.contains(name);
            if (isJoin) {
                if (++joins > MOST_JOINS) {
                    throw DatabaseFailure.query("database.pipelineJoins", MOST_JOINS);
                }
                checkCollection(name, stage.get(name));
            }
            Map<?, ?> members = stage.get(name) instanceof Map<?, ?> map ? map : Collections.singletonMap("", stage.get(name));
            for (Map.Entry<?, ?> member : members.entrySet()) {
                if (member.getValue() instanceof List<?> inner && (name.equals(FACET) || isJoin && member.getKey().equals("pipeline"))) {
                    checkStages(inner, within + 1);
                } else {
                    check((String) member.getKey(), member.getValue());
                }
            }
        }
    }

    private void checkCollection(String stage, Object value) throws DatabaseFailure {
        Object collection = value instanceof Map<?, ?> map ? map.get(stage.equals("$unionWith") ? "coll" : "from") : value;
        if (!(collection instanceof String name)) {
            throw DatabaseFailure.query("database.stageCollection", stage);
        }
        database.allowed(name);
    }

    /** Checks the content of a stage. Code and unknown operators are refused. */
    private static void check(String name, Object value) throws DatabaseFailure {
        if (name.startsWith("$") && !OPERATORS.contains(name)) {
            throw DatabaseFailure.query("database.operatorUnknown", name);
        }
        if (value instanceof List<?> list) {
            for (Object item : list) {
                check("", item);
            }
        } else if (value instanceof Map<?, ?> map) {
            for (Map.Entry<?, ?> member : map.entrySet()) {
                check((String) member.getKey(), member.getValue());
            }
        }
    }

    /** Reads the text of an ObjectId under {@code _id} as an ObjectId, also in {@code $in}, and inside of {@code $and} and {@code $or}. */
    private static Object withIds(String name, Object value) {
        if (value instanceof Document members) {
            members.replaceAll((member, inner) -> member.startsWith("$") ? withIds(name, inner) : name.isEmpty() ? withIds(member, inner)
                    : inner);
        }
        return value instanceof List<?> list ? list.stream().map(item -> withIds(name, item)).collect(Collectors.toList())
                : name.equals("_id") && value instanceof String text && ObjectId.isValid(text) ? new ObjectId(text) : value;
    }
}
