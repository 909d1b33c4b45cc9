package shop;

import java.util.List;

public record Order(String number, List<Item> items) {

    public Order(String number) {
        this(number, List.of());
    }

    void check() {
        if (items.isEmpty()) {
            throw new EmptyOrderException(number);
        }
    }
}
