from .base import Store
