class Store:
    def save(self, number, amount):
        raise NotImplementedError

    def save_all(self, amounts):
        for number, amount in amounts.items():
            self.save(number, amount)
