package main

import (
	"encoding/json"
	"fmt"
	"sort"
	"strconv"

	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/common/types/traits"

	utiljson "k8s.io/apimachinery/pkg/util/json"
)

// fromJSON reads a variable as the server reads an object: whole numbers are
// int64, others float64.
func fromJSON(raw json.RawMessage) (any, error) {
	if len(raw) == 0 {
		return nil, nil
	}
	var value any
	err := utiljson.Unmarshal(raw, &value)
	return value, err
}

// shown is a value in a form that keeps types apart, e.g. {"int":"1"}.
func shown(value ref.Val) any {
	switch v := value.(type) {
	case types.Bool:
		return bool(v)
	case types.String:
		return string(v)
	case types.Int:
		return map[string]any{"int": strconv.FormatInt(int64(v), 10)}
	case types.Uint:
		return map[string]any{"uint": strconv.FormatUint(uint64(v), 10)}
	case types.Double:
		return map[string]any{"double": strconv.FormatFloat(float64(v), 'g', -1, 64)}
	case types.Bytes:
		return map[string]any{"bytes": []byte(v)}
	case types.Null:
		return map[string]any{"null": true}
	case types.Timestamp:
		return map[string]any{"timestamp": strconv.FormatInt(v.UnixNano(), 10)}
	case types.Duration:
		return map[string]any{"duration": strconv.FormatInt(v.Nanoseconds(), 10)}
	case *types.Type:
		return map[string]any{"type": v.TypeName()}
	case *types.Optional:
		if !v.HasValue() {
			return map[string]any{"optional": nil}
		}
		return map[string]any{"optional": []any{shown(v.GetValue())}}
	case traits.Mapper:
		return map[string]any{"map": entries(v)}
	case traits.Lister:
		list := []any{}
		for it := v.Iterator(); it.HasNext() == types.True; {
			list = append(list, shown(it.Next()))
		}
		return map[string]any{"list": list}
	default:
		return map[string]any{"opaque": value.Type().TypeName(), "text": fmt.Sprint(value.Value())}
	}
}

// entries are those of a map, sorted by their keys: a map has no order.
func entries(mapper traits.Mapper) []any {
	type entry struct {
		order string
		pair  []any
	}
	found := []entry{}
	for it := mapper.Iterator(); it.HasNext() == types.True; {
		key := it.Next()
		pair := []any{shown(key), shown(mapper.Get(key))}
		order, _ := json.Marshal(pair[0])
		found = append(found, entry{string(order), pair})
	}
	sort.Slice(found, func(a, b int) bool { return found[a].order < found[b].order })
	pairs := make([]any, 0, len(found))
	for _, each := range found {
		pairs = append(pairs, each.pair)
	}
	return pairs
}
