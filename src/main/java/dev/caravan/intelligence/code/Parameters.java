package dev.caravan.intelligence.code;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Collects the parameters of a definition. */
final class Parameters {

    private final List<String> types = new ArrayList<>();
    private final Map<String, Variable> variables = new LinkedHashMap<>();
    private int least;
    private boolean endless;

    void add(String writtenType, boolean optional) {
        types.add(writtenType.replaceAll("\\s+", " ").strip());
        least += optional ? 0 : 1;
    }

    void addRest(String writtenType) {
        add(writtenType, true);
        endless = true;
    }

    /** Lets calls have any number of arguments. */
    Parameters anyNumber() {
        least = 0;
        endless = true;
        return this;
    }

    void declare(String name, Variable variable) {
        variables.put(name, variable);
    }

    List<String> types() {
        return types;
    }

    Map<String, Variable> variables() {
        return variables;
    }

    int least() {
        return least;
    }

    int most() {
        return endless ? Integer.MAX_VALUE : types.size();
    }
}
