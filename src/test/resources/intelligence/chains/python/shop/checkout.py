from . import audit
from .pricing import total
from .storage import Store
from .storage.memory import MemoryStore


class Checkout:
    """Takes orders."""

    def __init__(self, store: Store = None):
        self.store = store or MemoryStore()

    def place(self, order):
        self._check(order)
        amount = total(order.items)
        self.store.save(order.number, amount)
        audit.record("placed", order.number)
        return amount

    def _check(self, order):
        if not order.items:
            raise EmptyOrder(order.number)

    @staticmethod
    def default():
        return Checkout()


class EmptyOrder(Exception):
    def __init__(self, number):
        super().__init__(f"order {number} is empty")
