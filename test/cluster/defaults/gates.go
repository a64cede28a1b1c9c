package main

import (
	"reflect"
	"sort"
	"strings"

	"k8s.io/apimachinery/pkg/runtime"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	"k8s.io/component-base/featuregate"
)

// flipped are feature gates of which one is the other way round, whatever else
// it depends on.
type flipped struct {
	featuregate.FeatureGate
	name featuregate.Feature
}

func (gates flipped) Enabled(name featuregate.Feature) bool {
	return gates.FeatureGate.Enabled(name) != (name == gates.name)
}

// gatedDefaults finds the defaults that a feature gate adds, changes or takes
// away when it is set the other way, with the names of the gates.
func gatedDefaults(scheme *runtime.Scheme, roots []reflect.Type, base map[reflect.Type]probed) map[reflect.Type]map[string]string {
	gates := utilfeature.DefaultFeatureGate
	defer func() { utilfeature.DefaultFeatureGate = gates }()
	var names []string
	for name, spec := range utilfeature.DefaultMutableFeatureGate.GetAll() {
		if !spec.LockToDefault && !strings.HasPrefix(string(name), "All") {
			names = append(names, string(name))
		}
	}
	sort.Strings(names)
	all := map[reflect.Type]map[string]string{}
	for _, name := range names {
		utilfeature.DefaultFeatureGate = flipped{gates, featuregate.Feature(name)}
		now := probe(scheme, roots)
		for goType := range structsOf(base, now) {
			for field := range differing(base[goType].static, now[goType].static) {
				if all[goType] == nil {
					all[goType] = map[string]string{}
				}
				all[goType][field] = strings.TrimSpace(all[goType][field] + " " + name)
			}
		}
	}
	return all
}

func structsOf(one, other map[reflect.Type]probed) map[reflect.Type]bool {
	all := map[reflect.Type]bool{}
	for goType := range one {
		all[goType] = true
	}
	for goType := range other {
		all[goType] = true
	}
	return all
}

func differing(one, other map[string]string) map[string]bool {
	fields := map[string]bool{}
	for field, text := range one {
		if other[field] != text {
			fields[field] = true
		}
	}
	for field, text := range other {
		if one[field] != text {
			fields[field] = true
		}
	}
	return fields
}
