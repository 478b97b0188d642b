package costaware

import "pyplugin.dev/scheduling/pricing"

// hourlyPrice is what a node costs per hour, 0 if that isn't known. Without a
// price of its own, spot capacity costs the on-demand price less the discount,
// and other capacity the on-demand price: what was paid for reserved capacity is
// nowhere to be read. There may be no book.
func hourlyPrice(book *pricing.Book, instanceType string, capacity pricing.CapacityType, zone string, spotDiscountPercent int32) pricing.MicroDollars {
	if book == nil {
		return 0
	}
	if price, ok := book.Price(instanceType, capacity, zone); ok {
		return price
	}
	price, ok := book.Price(instanceType, pricing.OnDemand, zone)
	if ok && capacity == pricing.Spot {
		return max(1, price*pricing.MicroDollars(100-spotDiscountPercent)/100)
	}
	return price
}
