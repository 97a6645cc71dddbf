package interaction

import "sync"

// Catalog is a growing list of item names from which stocks are cut: "so many of
// each of the first items". A stock of a catalog takes no space of its own, so
// that a start state of thousands of items costs only what differs from it, also
// while items are still being discovered. A Catalog is safe for concurrent use.
type Catalog struct {
	mu     sync.RWMutex
	names  []string
	hashes []uint64
	index  map[string]int
	stocks map[cut]*Stock
	sums   map[int][]Digest // by each: the digests of the first 0, 1, ... items
}

type cut struct{ items, each int }

// NewCatalog returns an empty catalog.
func NewCatalog() *Catalog {
	return &Catalog{index: map[string]int{}, stocks: map[cut]*Stock{}, sums: map[int][]Digest{}}
}

// Add returns the number of the item, a new one if it isn't listed yet.
func (c *Catalog) Add(name string) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	i, known := c.index[name]
	if !known {
		i = len(c.names)
		c.index[name] = i
		c.names = append(c.names, name)
		c.hashes = append(c.hashes, hashString(name))
	}
	return i
}

// name is the name of item i, of those that were added.
func (c *Catalog) name(i int) string {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.names[i]
}

func (c *Catalog) hash(i int) uint64 {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.hashes[i]
}

func (c *Catalog) find(name string) (int, bool) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	i, ok := c.index[name]
	return i, ok
}

// Stock returns the table in which each of the first items is present each times.
// Equal arguments give the same table. There must be so many items.
func (c *Catalog) Stock(items, each int) *Stock {
	c.mu.Lock()
	defer c.mu.Unlock()
	k := cut{items, each}
	s := c.stocks[k]
	if s == nil {
		sums := c.sums[each]
		if sums == nil {
			sums = []Digest{{}}
		}
		for i := len(sums) - 1; i < items; i++ {
			sums = append(sums, sums[i].plus(stackDigest(c.hashes[i], each)))
		}
		c.sums[each] = sums
		s = &Stock{names: c.names[:items:items], hashes: c.hashes[:items:items], each: each, catalog: c, digest: sums[items]}
		c.stocks[k] = s
	}
	return s
}
