package sqlite

import (
	"encoding/binary"

	"github.com/adam-discovery/adam/interaction"
)

func keyBytes(k interaction.Key) []byte {
	b := binary.BigEndian.AppendUint64(make([]byte, 0, 16), k[0])
	return binary.BigEndian.AppendUint64(b, k[1])
}

func keyOf(b []byte) interaction.Key {
	return interaction.Key{binary.BigEndian.Uint64(b), binary.BigEndian.Uint64(b[8:])}
}
