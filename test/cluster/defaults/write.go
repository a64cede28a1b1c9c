package main

import (
	"encoding/json"
	"io"
	"reflect"
	"sort"
	"strings"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/component-base/version"
)

// document is what shared/admission/defaults reads.
type document struct {
	// Version of Kubernetes that all is of.
	Version string `json:"version"`
	// Kinds of each version, with the name of their struct where it is another.
	Kinds map[string]string `json:"kinds"`
	// Types are the fields of each struct: name, mark, type.
	Types map[string]string `json:"types"`
	// Defaults of fields, wherever the struct stands.
	Defaults map[string]map[string]json.RawMessage `json:"defaults"`
	// Varied are fields whose default depends on where the struct stands.
	Varied map[string]string `json:"varied"`
	// Clocked are fields whose default is the time.
	Clocked map[string]string `json:"clocked"`
	// Gated are fields whose default depends on a feature gate, with the gates.
	Gated map[string]map[string]string `json:"gated"`
}

func writeTypes(scheme *runtime.Scheme, out io.Writer) error {
	kinds := servedKinds(scheme)
	known := scheme.AllKnownTypes()
	var roots []reflect.Type
	seen := map[reflect.Type]bool{}
	for _, kind := range kinds {
		if goType := known[kind]; !seen[goType] {
			seen[goType] = true
			roots = append(roots, goType)
		}
	}
	all := structsFrom(append(roots, inAnnotations...))
	found := probe(scheme, roots)
	gates := gatedDefaults(scheme, roots, found)
	names := namesOf(all, found)
	name := func(goType reflect.Type) string { return names[goType] }

	made := document{
		Version: version.Get().GitVersion, Kinds: map[string]string{}, Types: map[string]string{},
		Defaults: map[string]map[string]json.RawMessage{}, Varied: map[string]string{},
		Clocked: map[string]string{}, Gated: map[string]map[string]string{},
	}
	for _, kind := range kinds {
		text := kind.Kind
		if called := name(known[kind]); called != text {
			text += "=" + called
		}
		group := kind.GroupVersion().String()
		made.Kinds[group] = strings.TrimSpace(made.Kinds[group] + " " + text)
	}
	for _, goType := range all {
		made.Types[name(goType)] = structText(goType, name)
		made.addDefaults(name(goType), found[goType], gates[goType])
	}
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", " ")
	return encoder.Encode(made)
}

func (made *document) addDefaults(name string, found probed, gates map[string]string) {
	if len(found.static) > 0 {
		made.Defaults[name] = map[string]json.RawMessage{}
		for field, text := range found.static {
			made.Defaults[name][field] = json.RawMessage(text)
		}
	}
	if len(found.varied) > 0 {
		made.Varied[name] = strings.Join(sorted(found.varied), " ")
	}
	if len(found.clocked) > 0 {
		made.Clocked[name] = strings.Join(sorted(found.clocked), " ")
	}
	if len(gates) > 0 {
		made.Gated[name] = gates
	}
}

func sorted[V any](set map[string]V) []string {
	var all []string
	for each := range set {
		all = append(all, each)
	}
	sort.Strings(all)
	return all
}

func structText(goType reflect.Type, name func(reflect.Type) string) string {
	var all []string
	for _, each := range fieldsOf(goType) {
		text := expression(each.goType, name)
		// The only group with lists of resources whose defaults leave them alone.
		if text == "L" && strings.HasPrefix(goType.PkgPath(), "k8s.io/api/node/") {
			text = "{Q"
		}
		all = append(all, each.within+each.name+each.omit+text)
	}
	return strings.Join(all, " ")
}

// namesOf gives structs that are the same in several versions one name: that
// of the Go type, with its package where it would not be clear.
func namesOf(all []reflect.Type, found map[reflect.Type]probed) map[reflect.Type]string {
	class := map[reflect.Type]string{}
	for _, goType := range all {
		class[goType] = goType.Name()
	}
	for before := 0; ; {
		signatures := map[string][]reflect.Type{}
		for _, goType := range all {
			defaults, _ := json.Marshal([]any{found[goType].static, found[goType].varied, found[goType].clocked})
			text := goType.Name() + "\n" + string(defaults) + "\n" +
				structText(goType, func(inner reflect.Type) string { return class[inner] })
			signatures[text] = append(signatures[text], goType)
		}
		for _, same := range signatures {
			sort.Slice(same, func(i, j int) bool { return same[i].String()+same[i].PkgPath() < same[j].String()+same[j].PkgPath() })
			for _, goType := range same {
				class[goType] = same[0].PkgPath() + "." + same[0].Name()
			}
		}
		if len(signatures) == before {
			break
		}
		before = len(signatures)
	}
	return shortened(all, class)
}

func shortened(all []reflect.Type, class map[reflect.Type]string) map[reflect.Type]string {
	classes := map[string]map[string]bool{}
	for _, goType := range all {
		if classes[goType.Name()] == nil {
			classes[goType.Name()] = map[string]bool{}
		}
		classes[goType.Name()][class[goType]] = true
	}
	names := map[reflect.Type]string{}
	for _, goType := range all {
		names[goType] = goType.Name()
		if len(classes[goType.Name()]) > 1 {
			path := strings.Split(strings.TrimSuffix(class[goType], "."+goType.Name()), "/")
			names[goType] += "@" + strings.Join(path[max(0, len(path)-2):], "/")
		}
	}
	return names
}
