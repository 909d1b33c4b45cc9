package shop;

class EmptyOrderException extends RuntimeException {

    EmptyOrderException(String number) {
        super("order " + number + " is empty");
    }
}
