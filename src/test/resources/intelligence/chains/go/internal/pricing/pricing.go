package pricing

type Item struct {
	Price, Count int
}

type Prices struct {
	rounding
}

func New() *Prices {
	return &Prices{}
}

func (p *Prices) Total(items []Item) int {
	sum := 0
	for _, item := range items {
		sum += p.up(item.total())
	}
	return sum
}

func (i Item) total() int {
	return i.Price * i.Count
}

type rounding struct{}

func (rounding) up(amount int) int {
	return ceil(amount, 5) * 5
}

func ceil(amount, by int) int {
	return (amount + by - 1) / by
}
