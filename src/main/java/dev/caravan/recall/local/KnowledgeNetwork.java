package dev.caravan.recall.local;

import java.util.Map;

/** Objects, and the actions on them. Maps contain the types by id. */
record KnowledgeNetwork(String id, Map<String, ObjectType> objectTypes, Map<String, ActionType> actionTypes) {
}
