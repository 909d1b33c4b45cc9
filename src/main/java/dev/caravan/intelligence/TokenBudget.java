package dev.caravan.intelligence;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * As many candidates as fit a number of tokens, best first. One that is larger than the whole budget is passed over, the first
 * that does not fit beside those before it is the end; none is cut in two.
 *
 * @param kept   those that fit
 * @param tokens of their contents, estimated: a quarter of the characters, and a tenth more
 */
record TokenBudget(List<Candidate> kept, int tokens) {

    /** @param contents of all candidates */
    static TokenBudget of(List<Candidate> candidates, Map<Candidate, String> contents, int budget) {
        List<Candidate> kept = new ArrayList<>();
        int spent = 0;
        for (Candidate candidate : candidates) {
            int tokens = tokens(contents.get(candidate));
            if (tokens > budget) {
                continue;
            }
            if (spent + tokens > budget) {
                break;
            }
            spent += tokens;
            kept.add(candidate);
        }
        return new TokenBudget(kept, spent);
    }

    static int tokens(String text) {
        return Math.max(1, (int) Math.ceil(text.codePointCount(0, text.length()) * 1.1 / 4));
    }
}
