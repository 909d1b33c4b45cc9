def total(items):
    def with_tax(amount):
        return round_up(amount * 1.2)

    return sum(with_tax(price(item)) for item in items)


def price(item):
    return item.price * item.count


def round_up(amount):
    return -(-amount // 5) * 5
