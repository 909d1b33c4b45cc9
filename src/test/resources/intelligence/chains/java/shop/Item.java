package shop;

public record Item(String name, long price, int count) {
}
