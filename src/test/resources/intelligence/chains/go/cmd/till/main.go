package main

import (
	"fmt"

	"example.com/shop/internal/checkout"
	"example.com/shop/internal/store"
)

func main() {
	desk := checkout.New(store.NewMemory())
	amount, err := desk.Place(checkout.Order{Number: "7"})
	fmt.Println(amount, err)
}
