package main

import (
	"context"
	"encoding/json"

	apiextensions "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	v1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	structural "k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	schemacel "k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel/model"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/listtype"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/objectmeta"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/pruning"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/validation"
	utiljson "k8s.io/apimachinery/pkg/util/json"
	"k8s.io/apimachinery/pkg/util/validation/field"
	celconfig "k8s.io/apiserver/pkg/apis/cel"
	"k8s.io/apiserver/pkg/cel/common"
	"k8s.io/apiserver/pkg/warning"
)

// warnings collects what the server would send as headers.
type warnings struct{ texts []string }

func (w *warnings) AddWarning(_, text string) { w.texts = append(w.texts, text) }

// custom reads an object as the server does, and validates it, as an update where
// there is an old one. Metadata is no part of it.
func custom(asked question) answer {
	var external v1.JSONSchemaProps
	if err := json.Unmarshal(asked.Schema, &external); err != nil {
		return answer{Error: "schema: " + err.Error()}
	}
	var internal apiextensions.JSONSchemaProps
	if err := v1.Convert_v1_JSONSchemaProps_To_apiextensions_JSONSchemaProps(&external, &internal, nil); err != nil {
		return answer{Error: "schema: " + err.Error()}
	}
	schema, err := structural.NewStructural(&internal)
	if err != nil {
		return answer{Error: "structural: " + err.Error()}
	}
	object, unknown, err := read(asked.Document, schema)
	if err != nil {
		return answer{Error: err.Error()}
	}
	read := answer{Document: object, Unknown: unknown}
	var old map[string]any
	if len(asked.Old) > 0 {
		if err := utiljson.Unmarshal(asked.Old, &old); err != nil {
			return answer{Error: "old: " + err.Error()}
		}
	}
	validator, _, err := validation.NewSchemaValidator(&internal)
	if err != nil {
		return answer{Error: "validator: " + err.Error()}
	}
	var errs field.ErrorList
	var celOptions []schemacel.Option
	if old == nil {
		errs = append(errs, validation.ValidateCustomResource(nil, object, validator)...)
	} else {
		correlated := common.NewCorrelatedObject(object, old, &model.Structural{Structural: schema})
		errs = append(errs, validation.ValidateCustomResourceUpdate(nil, object, old, validator, validation.WithRatcheting(correlated))...)
		celOptions = append(celOptions, schemacel.WithRatcheting(correlated))
	}
	errs = append(errs, objectmeta.Validate(nil, object, schema, false)...)
	if old == nil || len(listtype.ValidateListSetsAndMaps(nil, schema, old)) == 0 {
		errs = append(errs, listtype.ValidateListSetsAndMaps(nil, schema, object)...)
	}
	read.Errors = texts(errs)
	rules := schemacel.NewValidator(schema, true, celconfig.PerCallLimit)
	if rules == nil {
		return read
	}
	var oldValue any
	if old != nil {
		oldValue = old
	}
	collected := &warnings{}
	ctx := warning.WithWarningRecorder(context.Background(), collected)
	failed, _ := rules.Validate(ctx, nil, schema, object, oldValue, celconfig.RuntimeCELCostBudget, celOptions...)
	read.Rules = texts(failed)
	read.Warnings = collected.texts
	return read
}

// read prunes and defaults, in the server's order.
func read(raw json.RawMessage, schema *structural.Structural) (map[string]any, []string, error) {
	var object map[string]any
	if err := utiljson.Unmarshal(raw, &object); err != nil {
		return nil, nil, err
	}
	unknown := pruning.PruneWithOptions(object, schema, true, structural.UnknownFieldPathOptions{TrackUnknownFieldPaths: true})
	defaulting.PruneNonNullableNullsWithoutDefaults(object, schema)
	err, paths := objectmeta.CoerceWithOptions(nil, object, schema, false, objectmeta.CoerceOptions{ReturnUnknownFieldPaths: true})
	if err != nil {
		return nil, nil, err
	}
	defaulting.Default(object, schema)
	return object, append(unknown, paths...), nil
}

func texts(errs field.ErrorList) []string {
	found := make([]string, 0, len(errs))
	for _, err := range errs {
		found = append(found, err.Error())
	}
	return found
}
