package main

import (
	"bytes"
	"encoding/json"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/runtime/serializer"
)

// question is an object, and optionally the version and kind to convert it to.
type question struct {
	APIVersion string          `json:"apiVersion"`
	Kind       string          `json:"kind"`
	Object     json.RawMessage `json:"object"`
	To         *target         `json:"to"`
}

type target struct {
	APIVersion string `json:"apiVersion"`
	Kind       string `json:"kind"`
}

// answer is the object that admission sees, or why it is refused.
type answer struct {
	Object json.RawMessage `json:"object,omitempty"`
	Error  string          `json:"error,omitempty"`
}

type oracle struct {
	scheme *runtime.Scheme
	codecs serializer.CodecFactory
}

func newOracle(scheme *runtime.Scheme) oracle {
	return oracle{scheme, serializer.NewCodecFactory(scheme)}
}

func (o oracle) answer(asked question) answer {
	encoded, err := o.throughTheServer(asked)
	if err != nil {
		return answer{Error: err.Error()}
	}
	return answer{Object: bytes.TrimSpace(encoded)}
}

// throughTheServer decodes with defaults into the internal version, as the
// handler of a request does, and converts back, as admission does.
func (o oracle) throughTheServer(asked question) ([]byte, error) {
	version, err := schema.ParseGroupVersion(asked.APIVersion)
	if err != nil {
		return nil, err
	}
	kind := version.WithKind(asked.Kind)
	info, _ := runtime.SerializerInfoForMediaType(o.codecs.SupportedMediaTypes(), runtime.ContentTypeJSON)
	hub := schema.GroupVersion{Group: kind.Group, Version: runtime.APIVersionInternal}
	object, _, err := o.codecs.DecoderToVersion(info.Serializer, hub).Decode(asked.Object, &kind, nil)
	if err != nil {
		return nil, err
	}
	if asked.To != nil {
		if version, err = schema.ParseGroupVersion(asked.To.APIVersion); err != nil {
			return nil, err
		}
	}
	return runtime.Encode(o.codecs.EncoderForVersion(info.Serializer, version), object)
}
