package checkout

import (
	"errors"

	"example.com/shop/internal/pricing"
)

// Saver keeps amounts.
type Saver interface {
	Save(number string, amount int) error
}

// Checkout takes orders.
type Checkout struct {
	saver  Saver
	prices *pricing.Prices
}

func New(saver Saver) *Checkout {
	return &Checkout{saver: saver, prices: pricing.New()}
}

// Place takes an order.
func (c *Checkout) Place(order Order) (int, error) {
	if err := order.check(); err != nil {
		return 0, err
	}
	amount := c.prices.Total(order.Items)
	return amount, c.saver.Save(order.Number, amount)
}

var errEmpty = errors.New("empty")
