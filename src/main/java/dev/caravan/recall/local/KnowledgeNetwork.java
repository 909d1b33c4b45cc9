package dev.caravan.recall.local;

import java.util.Map;

/** Objects, and actions on them; types by their ids. */
record KnowledgeNetwork(String id, Map<String, ObjectType> objectTypes, Map<String, ActionType> actionTypes) {
}
