package pricing

import "testing"

func TestDefault(t *testing.T) {
	book, err := Default()
	if err != nil {
		t.Fatal(err)
	}
	if book.Len() < 1000 {
		t.Errorf("only %d instance types", book.Len())
	}
	if !book.static {
		t.Error("ages, although list prices are all that it has")
	}
	for instanceType, want := range map[string]MicroDollars{"m5.xlarge": 192000, "t3.nano": 5200, "p5.48xlarge": 55040000} {
		if price, _ := book.Price(instanceType, OnDemand, "us-east-1a"); price != want {
			t.Errorf("%s: %d, want %d", instanceType, price, want)
		}
	}
}
