package costaware

import (
	"sync"

	"pyplugin.dev/scheduling/pricing"
)

// viewCache makes the views of the book in use. It throws all of them away once
// too many belong to objects of the past, which bounds their number without
// following every node's updates: making them again costs about a microsecond
// per node.
type viewCache struct {
	spotDiscountPercent int32

	mutex   sync.Mutex
	current *nodeViews
}

// forBook is called once per pod, so that all nodes are scored by one book.
// nodes is how many the cluster has.
func (c *viewCache) forBook(book *pricing.Book, nodes int) *nodeViews {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	switch {
	case c.current == nil || c.current.book != book:
		c.renew(book, nodes, &unpriced{})
	case c.current.full(nodes):
		c.renew(book, nodes, c.current.unpriced)
	}
	return c.current
}

func (c *viewCache) renew(book *pricing.Book, nodes int, unpriced *unpriced) {
	c.current = newNodeViews(book, nodes, c.spotDiscountPercent, unpriced)
}
