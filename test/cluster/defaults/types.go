package main

import (
	"encoding"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"

	autoscalingv1 "k8s.io/api/autoscaling/v1"
	corev1 "k8s.io/api/core/v1"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/kubernetes/pkg/apis/autoscaling"
)

// inAnnotations are types that stand as JSON in annotations of an autoscaler.
var inAnnotations = []reflect.Type{
	reflect.TypeFor[autoscalingv1.MetricSpec](),
	reflect.TypeFor[autoscalingv1.MetricStatus](),
	reflect.TypeFor[autoscalingv1.HorizontalPodAutoscalerCondition](),
	reflect.TypeFor[autoscaling.HorizontalPodAutoscalerBehavior](),
}

// letters stand for types that decode themselves.
var letters = map[reflect.Type]string{
	reflect.TypeFor[metav1.Time]():                                  "T",
	reflect.TypeFor[metav1.MicroTime]():                             "M",
	reflect.TypeFor[metav1.Duration]():                              "D",
	reflect.TypeFor[resource.Quantity]():                            "Q",
	reflect.TypeFor[corev1.ResourceList]():                          "L",
	reflect.TypeFor[intstr.IntOrString]():                           "I",
	reflect.TypeFor[runtime.RawExtension]():                         "R",
	reflect.TypeFor[metav1.FieldsV1]():                              "R",
	reflect.TypeFor[apiextensionsv1.JSON]():                         "R",
	reflect.TypeFor[apiextensionsv1.JSONSchemaPropsOrArray]():       "A",
	reflect.TypeFor[apiextensionsv1.JSONSchemaPropsOrBool]():        "B",
	reflect.TypeFor[apiextensionsv1.JSONSchemaPropsOrStringArray](): "C",
}

var (
	decodesJSON = reflect.TypeFor[json.Unmarshaler]()
	decodesText = reflect.TypeFor[encoding.TextUnmarshaler]()
)

// field is a field of a struct as JSON has it.
type field struct {
	name string
	// within are the names of embedded structs that it is of, each with a dot.
	within string
	// omit is "?" for omitempty, "~" for omitzero, "=" for what is always there.
	omit   string
	goType reflect.Type
	// index leads to it, through embedded structs.
	index []int
}

// fieldsOf are the fields of a struct, those of embedded ones among them.
func fieldsOf(goType reflect.Type) []field {
	var all []field
	for i := range goType.NumField() {
		each := goType.Field(i)
		name, options, _ := strings.Cut(each.Tag.Get("json"), ",")
		if name == "-" || !each.IsExported() {
			continue
		}
		if each.Anonymous && name == "" {
			for _, inner := range fieldsOf(each.Type) {
				inner.index = append([]int{i}, inner.index...)
				inner.within = each.Name + "." + inner.within
				all = append(all, inner)
			}
			continue
		}
		if name == "" {
			name = each.Name
		}
		omit := "="
		if strings.Contains(options, "omitzero") {
			omit = "~"
		} else if strings.Contains(options, "omitempty") {
			omit = "?"
		}
		all = append(all, field{name, "", omit, each.Type, []int{i}})
	}
	return all
}

// expression writes a type down; name tells what a struct is called.
func expression(goType reflect.Type, name func(reflect.Type) string) string {
	if letter, ok := letters[goType]; ok {
		return letter
	}
	switch goType.Kind() {
	case reflect.Pointer:
		return "*" + expression(goType.Elem(), name)
	case reflect.Slice:
		if goType.Elem().Kind() == reflect.Uint8 {
			return "y"
		}
		return "[" + expression(goType.Elem(), name)
	case reflect.Map:
		return "{" + expression(goType.Elem(), name)
	}
	if reflect.PointerTo(goType).Implements(decodesJSON) || reflect.PointerTo(goType).Implements(decodesText) {
		panic(fmt.Sprintf("%s decodes itself and has no letter", goType))
	}
	switch goType.Kind() {
	case reflect.String:
		return "s" + namedText(goType)
	case reflect.Bool:
		return "b"
	case reflect.Int32:
		return "i"
	case reflect.Int64, reflect.Int:
		return "l"
	case reflect.Uint8:
		return "u"
	case reflect.Float64, reflect.Float32:
		return "f"
	case reflect.Struct:
		return "(" + name(goType) + ")"
	}
	panic(fmt.Sprintf("%s has no letter", goType))
}

// namedText is what a text of a type of its own is called in messages: without
// its package where that is a version.
func namedText(goType reflect.Type) string {
	if goType.Name() == "string" {
		return ""
	}
	if text := goType.String(); !strings.HasPrefix(text, "v") {
		return ":" + text
	}
	return ":" + goType.Name()
}

// structIn is the struct that a type leads to through pointers, lists and maps.
func structIn(goType reflect.Type) (reflect.Type, bool) {
	if embedded := schemaIn(goType); embedded != nil {
		return embedded, true
	}
	if _, ok := letters[goType]; ok {
		return nil, false
	}
	switch goType.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map:
		return structIn(goType.Elem())
	case reflect.Struct:
		return goType, true
	}
	return nil, false
}

// schemaIn tells that what reads a schema or something else leads to schemas.
func schemaIn(goType reflect.Type) reflect.Type {
	if letter := letters[goType]; letter == "A" || letter == "B" || letter == "C" {
		return reflect.TypeFor[apiextensionsv1.JSONSchemaProps]()
	}
	return nil
}

// structsFrom are all structs that some types lead to.
func structsFrom(roots []reflect.Type) []reflect.Type {
	seen := map[reflect.Type]bool{}
	var all []reflect.Type
	var visit func(reflect.Type)
	visit = func(goType reflect.Type) {
		if seen[goType] {
			return
		}
		seen[goType] = true
		all = append(all, goType)
		for _, each := range fieldsOf(goType) {
			if inner, ok := structIn(each.goType); ok {
				visit(inner)
			}
		}
	}
	for _, root := range roots {
		visit(root)
	}
	return all
}
