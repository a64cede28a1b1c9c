package main

import (
	"encoding/json"
	"reflect"
	"strconv"

	"k8s.io/apimachinery/pkg/runtime"
)

// place is where a struct stands in an object of a kind.
type place struct {
	root  reflect.Type
	steps []field
}

// placesOf are the places of all structs in a kind. A struct within itself is
// looked at once.
func placesOf(root reflect.Type) map[reflect.Type][]place {
	all := map[reflect.Type][]place{}
	var visit func(goType reflect.Type, steps []field, above map[reflect.Type]bool)
	visit = func(goType reflect.Type, steps []field, above map[reflect.Type]bool) {
		if above[goType] {
			return
		}
		above[goType] = true
		defer delete(above, goType)
		all[goType] = append(all[goType], place{root, append([]field(nil), steps...)})
		for _, each := range fieldsOf(goType) {
			if schemaIn(each.goType) != nil {
				continue
			}
			if inner, ok := structIn(each.goType); ok {
				visit(inner, append(steps, each), above)
			}
		}
	}
	visit(root, nil, map[reflect.Type]bool{})
	return all
}

// defaultsAt are the fields of the struct at a place that the scheme fills in
// when nothing but the way to it is there, as JSON.
func defaultsAt(scheme *runtime.Scheme, at place) map[string]string {
	object := reflect.New(at.root)
	populate(object.Elem(), at.steps)
	scheme.Default(object.Interface().(runtime.Object))
	found, ok := follow(object.Elem(), at.steps)
	filled := map[string]string{}
	if !ok {
		return filled
	}
	for _, each := range fieldsOf(found.Type()) {
		value := found.FieldByIndex(each.index)
		// A struct that is always there has places of its own.
		if value.IsZero() || (value.Kind() == reflect.Struct && letters[value.Type()] == "") {
			continue
		}
		text, err := json.Marshal(value.Interface())
		if err != nil {
			panic(err)
		}
		filled[each.name] = string(text)
	}
	return filled
}

// populate makes the way of steps exist: pointers that are not nil, lists and
// maps of one element.
func populate(value reflect.Value, steps []field) {
	switch value.Kind() {
	case reflect.Pointer:
		value.Set(reflect.New(value.Type().Elem()))
		populate(value.Elem(), steps)
	case reflect.Slice:
		value.Set(reflect.MakeSlice(value.Type(), 1, 1))
		populate(value.Index(0), steps)
	case reflect.Map:
		element := reflect.New(value.Type().Elem()).Elem()
		populate(element, steps)
		value.Set(reflect.MakeMap(value.Type()))
		value.SetMapIndex(reflect.ValueOf("key").Convert(value.Type().Key()), element)
	case reflect.Struct:
		if len(steps) > 0 {
			populate(value.FieldByIndex(steps[0].index), steps[1:])
		}
	}
}

// follow goes the way of steps; false where defaulting took it away.
func follow(value reflect.Value, steps []field) (reflect.Value, bool) {
	switch value.Kind() {
	case reflect.Pointer:
		if value.IsNil() {
			return value, false
		}
		return follow(value.Elem(), steps)
	case reflect.Slice:
		if value.Len() == 0 {
			return value, false
		}
		return follow(value.Index(0), steps)
	case reflect.Map:
		if value.Len() == 0 {
			return value, false
		}
		return follow(value.MapIndex(value.MapKeys()[0]), steps)
	case reflect.Struct:
		if len(steps) > 0 {
			return follow(value.FieldByIndex(steps[0].index), steps[1:])
		}
		return value, true
	}
	return value, false
}

// probed is what is known of the defaults of a struct's fields.
type probed struct {
	// static are the same wherever the struct stands.
	static map[string]string
	// varied depend on where it stands.
	varied map[string]bool
	// clocked are times, which are of the moment.
	clocked map[string]bool
}

// probe finds the defaults of all structs of some kinds.
func probe(scheme *runtime.Scheme, roots []reflect.Type) map[reflect.Type]probed {
	counts := map[reflect.Type]int{}
	values := map[reflect.Type]map[string]map[string]int{}
	for _, root := range roots {
		for goType, places := range placesOf(root) {
			for _, at := range places {
				counts[goType]++
				for name, text := range defaultsAt(scheme, at) {
					if values[goType] == nil {
						values[goType] = map[string]map[string]int{}
					}
					if values[goType][name] == nil {
						values[goType][name] = map[string]int{}
					}
					values[goType][name][text]++
				}
			}
		}
	}
	all := map[reflect.Type]probed{}
	for goType, fields := range values {
		found := probed{map[string]string{}, map[string]bool{}, map[string]bool{}}
		for name, texts := range fields {
			for text, times := range texts {
				switch {
				case isTime(goType, name):
					found.clocked[name] = true
				case times == counts[goType]:
					found.static[name] = text
				default:
					found.varied[name] = true
				}
			}
		}
		all[goType] = found
	}
	return all
}

func isTime(goType reflect.Type, name string) bool {
	for _, each := range fieldsOf(goType) {
		if each.name == name {
			letter := expression(each.goType, func(reflect.Type) string { return strconv.Itoa(0) })
			return letter == "T" || letter == "*T" || letter == "M" || letter == "*M"
		}
	}
	return false
}
