package main

import (
	"reflect"
	"sort"
	"strings"

	apiextensions "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/install"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	apiregistration "k8s.io/kube-aggregator/pkg/apis/apiregistration/install"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	_ "k8s.io/kubernetes/pkg/controlplane"
)

// minor is that of the release whose kinds are told about.
const minor = 36

// builtIn is the scheme of everything the API server decodes into Go types.
func builtIn() *runtime.Scheme {
	apiextensions.Install(legacyscheme.Scheme)
	apiregistration.Install(legacyscheme.Scheme)
	return legacyscheme.Scheme
}

// servedKinds are the kinds that a server of this minor decodes requests into:
// not lists, not options, not what has been removed.
func servedKinds(scheme *runtime.Scheme) []schema.GroupVersionKind {
	var kinds []schema.GroupVersionKind
	for kind, goType := range scheme.AllKnownTypes() {
		if kind.Version == runtime.APIVersionInternal || kind.Group == "meta.k8s.io" || isShared(goType) ||
			strings.HasSuffix(kind.Kind, "List") || isRemoved(goType) || !hasMetadata(goType) {
			continue
		}
		kinds = append(kinds, kind)
	}
	sort.Slice(kinds, func(i, j int) bool { return kinds[i].String() < kinds[j].String() })
	return kinds
}

// isShared tells kinds of the machinery that are registered in every group.
func isShared(goType reflect.Type) bool {
	return strings.HasPrefix(goType.PkgPath(), "k8s.io/apimachinery/")
}

func isRemoved(goType reflect.Type) bool {
	removed, ok := reflect.New(goType).Interface().(interface {
		APILifecycleRemoved() (major, minor int)
	})
	if !ok {
		return false
	}
	_, gone := removed.APILifecycleRemoved()
	return gone <= minor
}

// hasMetadata leaves out options and other kinds that are never stored or reviewed.
func hasMetadata(goType reflect.Type) bool {
	_, has := goType.FieldByName("ObjectMeta")
	return has
}
