from .checkout import Checkout
