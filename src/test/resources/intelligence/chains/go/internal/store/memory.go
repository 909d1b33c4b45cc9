package store

type Memory struct {
	amounts map[string]int
}

func NewMemory() *Memory {
	return New()
}

// New is not the one of checkout.
func New() *Memory {
	return &Memory{amounts: map[string]int{}}
}

func (m *Memory) Save(number string, amount int) error {
	m.amounts[number] = amount
	return nil
}

// Log saves nothing.
type Log struct{}

func (Log) Save(line string) {}
