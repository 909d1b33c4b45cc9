from shop.storage import Store


class MemoryStore(Store):
    def __init__(self):
        self.amounts = {}

    def save(self, number, amount):
        self.amounts[number] = amount
