package dev.caravan.recall.local;

import java.util.Map;

/**
 * Objects, and the actions on them.
 *
 * @param comment     what it is about; empty if the file does not say
 * @param objectTypes the types by id
 * @param actionTypes the types by id, in the order of ids
 */
record KnowledgeNetwork(String id, String name, String comment, Map<String, ObjectType> objectTypes, Map<String, ActionType> actionTypes) {
}
