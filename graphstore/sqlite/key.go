package sqlite

import (
	"encoding/binary"
	"hash/crc32"

	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
)

func keyBytes(k interaction.Key) []byte {
	b := binary.BigEndian.AppendUint64(make([]byte, 0, 16), k[0])
	return binary.BigEndian.AppendUint64(b, k[1])
}

func keyOf(b []byte) interaction.Key {
	return interaction.Key{binary.BigEndian.Uint64(b), binary.BigEndian.Uint64(b[8:])}
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// checksum is the CRC-32C of all that an entry says: what a disk or an editor changed is
// noticed, also where it is still JSON.
func checksum(e graphstore.Entry) int64 {
	var head [24]byte
	binary.BigEndian.PutUint64(head[:], uint64(e.Seq))
	binary.BigEndian.PutUint64(head[8:], e.Key[0])
	binary.BigEndian.PutUint64(head[16:], e.Key[1])
	sum := crc32.Checksum(head[:], castagnoli)
	sum = crc32.Update(sum, castagnoli, []byte(e.Kind))
	return int64(crc32.Update(sum, castagnoli, e.Body))
}
