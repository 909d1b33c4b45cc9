package shop;

import java.util.ArrayList;
import java.util.List;

class Ledger {

    private final List<String> lines = new ArrayList<>();

    void book(String number, long amount) {
        append(number + " " + amount);
    }

    private void append(String line) {
        lines.add(line);
    }
}
