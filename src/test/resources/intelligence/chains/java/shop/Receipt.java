package shop;

record Receipt(String number, long amount) {
}
