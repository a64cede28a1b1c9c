package main

import (
	"encoding/json"
	"fmt"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/types"

	apiextensions "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	v1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	structural "k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	schemacel "k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel/model"
	"k8s.io/apimachinery/pkg/util/version"
	apiservercel "k8s.io/apiserver/pkg/cel"
	"k8s.io/apiserver/pkg/cel/environment"
)

// answerUnderSchema evaluates a rule of a custom resource: `self` and `oldSelf`
// are of the types that a schema gives them.
func answerUnderSchema(asked question, base *environment.EnvSet, mode environment.Type) answer {
	schema, err := structuralOf(asked.Schema)
	if err != nil {
		return answer{Error: err.Error()}
	}
	declared := model.SchemaDeclType(schema, asked.Root)
	if declared == nil {
		return answer{Issues: "not exposed"}
	}
	scoped := declared.MaybeAssignTypeName("selfType")
	extended, err := base.Extend(environment.VersionedOptions{
		IntroducedVersion: version.MajorMinor(1, 0),
		EnvOptions: []cel.EnvOption{
			cel.Variable("self", scoped.CelType()),
			cel.Variable("oldSelf", scoped.CelType()),
		},
		DeclTypes: []*apiservercel.DeclType{scoped},
	}, environment.StrictCostOpt)
	if err != nil {
		return answer{Error: err.Error()}
	}
	env, err := extended.Env(mode)
	if err != nil {
		return answer{Error: err.Error()}
	}
	checked, issues := env.Compile(asked.Expr)
	if issues != nil {
		return answer{Issues: "compilation failed: " + issues.String()}
	}
	program, err := env.Program(checked)
	if err != nil {
		return answer{Issues: "program instantiation failed: " + err.Error()}
	}
	compiled := answer{Type: checked.OutputType().String()}
	if asked.Root {
		schema = model.WithTypeAndObjectMeta(schema)
	}
	activation := map[string]any{}
	for name, raw := range map[string]json.RawMessage{"self": asked.Object, "oldSelf": asked.OldObject} {
		value, err := fromJSON(raw)
		if err != nil {
			return answer{Error: fmt.Sprintf("%s: %v", name, err)}
		}
		activation[name] = schemacel.UnstructuredToVal(value, schema)
	}
	value, details, err := program.Eval(activation)
	if details != nil && details.ActualCost() != nil {
		compiled.Cost = *details.ActualCost()
	}
	if err != nil {
		compiled.Error = err.Error()
		return compiled
	}
	if types.IsError(value) {
		compiled.Error = fmt.Sprint(value)
		return compiled
	}
	compiled.Value = shown(value)
	return compiled
}

func structuralOf(raw json.RawMessage) (*structural.Structural, error) {
	var external v1.JSONSchemaProps
	if err := json.Unmarshal(raw, &external); err != nil {
		return nil, err
	}
	var internal apiextensions.JSONSchemaProps
	if err := v1.Convert_v1_JSONSchemaProps_To_apiextensions_JSONSchemaProps(&external, &internal, nil); err != nil {
		return nil, err
	}
	return structural.NewStructural(&internal)
}
