package dev.caravan.database.mongo;

import dev.caravan.database.DatabaseFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bson.Document;
import org.bson.types.ObjectId;

/**
 * Checks the aggregation of a caller. Allowed are stages that read, from allowed collections, without code. Values are Extended JSON
 * ({@code {"$date": …}}, {@code {"$oid": …}}). In {@code $match}, the text of an ObjectId also finds the ObjectId under {@code _id}.
 */
final class MongoPipeline {

    private static final Set<String> STAGES = new TreeSet<>(
            Set.of("$addFields", "$bucket", "$bucketAuto", "$count", "$densify", "$facet", "$fill", "$geoNear", "$graphLookup", "$group",
                    "$limit", "$lookup", "$match", "$project", "$redact", "$replaceRoot", "$replaceWith", "$sample", "$set",
                    "$setWindowFields", "$skip", "$sort", "$sortByCount", "$unionWith", "$unset", "$unwind"));
    private static final Set<String> CODE = Set.of("$where", "$function", "$accumulator", "$code", "$out", "$merge");
    /** Allowed operators: conditions, expressions and accumulators that only read the pipeline's data, and the members of Extended JSON. */
    private static final Set<String> OPERATORS = Set.of("""
            $abs $acos $acosh $add $addToSet $all $allElementsTrue $and $anyElementTrue $arrayElemAt $arrayToObject $asin $asinh $atan
            $atan2 $atanh $avg $binarySize $bitAnd $bitNot $bitOr $bitXor $bitsAllClear $bitsAllSet $bitsAnyClear $bitsAnySet $bottom
            $bottomN $box $bsonSize $ceil $center $centerSphere $cmp $comment $concat $concatArrays $cond $convert $cos $cosh $count
            $covariancePop $covarianceSamp $dateAdd $dateDiff $dateFromParts $dateFromString $dateSubtract $dateToParts $dateToString
            $dateTrunc $dayOfMonth $dayOfWeek $dayOfYear $degreesToRadians $denseRank $derivative $divide $documentNumber $elemMatch $eq
            $exists $exp $expMovingAvg $expr $filter $first $firstN $floor $geoIntersects $geoWithin $geometry $getField $gt $gte $hour
            $ifNull $in $indexOfArray $indexOfBytes $indexOfCP $integral $isArray $isNumber $isoDayOfWeek $isoWeek $isoWeekYear
            $jsonSchema $last $lastN $let $linearFill $literal $ln $locf $log $log10 $lt $lte $ltrim $map $max $maxDistance $maxN $median
            $mergeObjects $meta $millisecond $min $minDistance $minN $minMaxScaler $minute $mod $month $multiply $ne $near $nearSphere
            $nin $nor $not $objectToArray $options $or $percentile $polygon $pow $push $radiansToDegrees $rand $range $rank $reduce
            $regex $regexFind $regexFindAll $regexMatch $replaceAll $replaceOne $reverseArray $round $rtrim $sampleRate $second
            $setDifference $setEquals $setField $setIntersection $setIsSubset $setUnion $shift $sigmoid $sin $sinh $size $slice
            $sortArray $split $sqrt $stdDevPop $stdDevSamp $strLenBytes $strLenCP $strcasecmp $substr $substrBytes $substrCP $subtract
            $sum $switch $tan $tanh $toBool $toDate $toDecimal $toDouble $toInt $toLong $toLower $toObjectId $toString $toUUID $toUpper
            $top $topN $trim $trunc $tsIncrement $tsSecond $type $unsetField $week $year $zip $binary $date $maxKey $minKey
            $numberDecimal $numberDouble $numberInt $numberLong $oid $regularExpression $symbol $timestamp $undefined $uuid
            $ref $id $db""".split("\\s+"));
    private static final Set<String> JOINS = Set.of("$lookup", "$graphLookup", "$unionWith");
    private static final int DEEPEST = 50;
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
        checkStages(stages, 0, 0);
        List<Document> pipeline = new ArrayList<>();
        for (Object stage : stages) {
            Document parsed = MongoValues.parse((Map<?, ?>) stage,
                    reason -> DatabaseFailure.query("database.stageValue", pipeline.size() + 1, reason));
            if (parsed.get("$match") instanceof Document condition) {
                findIds(condition);
            }
            pipeline.add(parsed);
        }
        pipeline.add(new Document("$limit", mostResults + 1));
        return pipeline;
    }

    /**
     * Checks the stages of a pipeline, each value once.
     *
     * @param depth  how deep the pipeline is nested in objects and lists
     * @param within how many pipelines it is in
     */
    private void checkStages(List<?> pipeline, int depth, int within) throws DatabaseFailure {
        if (within > DEEPEST_PIPELINE) {
            throw DatabaseFailure.query("database.pipelineDepth", DEEPEST_PIPELINE);
        }
        int number = 0;
        for (Object stage : pipeline) {
            number++;
            if (!(stage instanceof Map<?, ?> map) || map.size() != 1) {
                throw DatabaseFailure.query("database.stage", number);
            }
            String name = (String) map.keySet().iterator().next();
            if (!STAGES.contains(name)) {
                throw DatabaseFailure.query("database.stageName", name, String.join(", ", STAGES));
            }
            if (++stages > mostStages) {
                throw DatabaseFailure.query("database.pipelineStages", mostStages);
            }
            joins += JOINS.contains(name) ? 1 : 0;
            if (joins > MOST_JOINS) {
                throw DatabaseFailure.query("database.pipelineJoins", MOST_JOINS);
            }
            checkStage(name, map.get(name), depth, within);
        }
    }

    /** Checks a stage: other collections must be allowed, and inner pipelines follow the same rules. */
    private void checkStage(String name, Object value, int depth, int within) throws DatabaseFailure {
        switch (name) {
            case "$lookup" -> checkCollection(name, member(value, "from"), member(value, "pipeline") == null);
            case "$graphLookup" -> checkCollection(name, member(value, "from"), true);
            case "$unionWith" -> checkCollection(name, value instanceof Map<?, ?> map ? map.get("coll") : value, false);
            default -> { }
        }
        boolean isFacet = name.equals("$facet");
        if (!(value instanceof Map<?, ?> members) || !isFacet && !JOINS.contains(name)) {
            check("", value, depth + 1);
            return;
        }
        for (Map.Entry<?, ?> member : members.entrySet()) {
            if (member.getValue() instanceof List<?> inner && (isFacet || member.getKey().equals("pipeline"))) {
                checkStages(inner, depth + 2, within + 1);
            } else {
                check((String) member.getKey(), member.getValue(), depth + 2);
            }
        }
    }

    /** Checks the content of a stage. Code and unknown operators are refused. */
    private void check(String name, Object value, int depth) throws DatabaseFailure {
        if (depth > DEEPEST) {
            throw DatabaseFailure.query("database.tooDeep", name, DEEPEST);
        }
        if (CODE.contains(name)) {
            throw DatabaseFailure.permission("database.stageCode", name);
        }
        if (name.startsWith("$") && !OPERATORS.contains(name)) {
            throw DatabaseFailure.query("database.operatorUnknown", name);
        }
        if (value instanceof List<?> list) {
            for (Object item : list) {
                check("", item, depth + 1);
            }
        } else if (value instanceof Map<?, ?> map) {
            for (Map.Entry<?, ?> member : map.entrySet()) {
                check((String) member.getKey(), member.getValue(), depth + 1);
            }
        }
    }

    private static Object member(Object value, String name) {
        return value instanceof Map<?, ?> map ? map.get(name) : null;
    }

    private void checkCollection(String stage, Object collection, boolean needed) throws DatabaseFailure {
        if (collection instanceof String name) {
            database.existing(name);
        } else if (collection != null || needed) {
            throw DatabaseFailure.query("database.stageCollection", stage);
        }
    }

    /** Adds ObjectIds to {@code {_id: "…"}} and {@code {_id: {$in: ["…"]}}}, also inside {@code $and} and {@code $or}. */
    private static void findIds(Document condition) {
        condition.replaceAll((name, value) -> {
            if (name.equals("_id") && value instanceof String text && ObjectId.isValid(text)) {
                return new Document("$in", List.of(text, new ObjectId(text)));
            }
            if (name.equals("_id") && value instanceof Document operators) {
                operators.replaceAll((operator, operand) -> operand instanceof List<?> list
                        ? list.stream().flatMap(MongoPipeline::idsOf).collect(Collectors.toList())
                        : operand instanceof String text && ObjectId.isValid(text) ? new ObjectId(text) : operand);
            } else if (value instanceof List<?> list) {
                list.stream().filter(Document.class::isInstance).forEach(item -> findIds((Document) item));
            }
            return value;
        });
    }

    private static Stream<Object> idsOf(Object item) {
        return item instanceof String text && ObjectId.isValid(text) ? Stream.of(text, new ObjectId(text)) : Stream.of(item);
    }
}
