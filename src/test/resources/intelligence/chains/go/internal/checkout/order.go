package checkout

import "example.com/shop/internal/pricing"

type Order struct {
	Number string
	Items  []pricing.Item
}

func (o Order) check() error {
	if len(o.Items) == 0 {
		return errEmpty
	}
	return nil
}
