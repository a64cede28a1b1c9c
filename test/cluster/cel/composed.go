package main

import (
	"context"

	"github.com/google/cel-go/cel"

	plugincel "k8s.io/apiserver/pkg/admission/plugin/cel"
	"k8s.io/apiserver/pkg/cel/environment"
)

// variable is one of a policy's variables.
type variable struct {
	Name       string `json:"name"`
	Expression string `json:"expression"`
}

// namedType is the accessor of a variable.
type namedType struct {
	anyType
	name string
}

func (n namedType) GetName() string { return n.name }

// compilerFor compiles an expression beside a policy's variables. The second
// result completes an activation with them, and tells afterwards what they cost.
func compilerFor(asked question, base *environment.EnvSet, mode environment.Type) (plugincel.Compiler, func(map[string]any) func() uint64, error) {
	if asked.Variables == nil {
		return plugincel.NewCompiler(base), func(map[string]any) func() uint64 {
			return func() uint64 { return 0 }
		}, nil
	}
	composed, err := plugincel.NewCompositedCompiler(base)
	if err != nil {
		return nil, nil, err
	}
	options := plugincel.OptionalVariableDeclarations{HasParams: true, HasAuthorizer: true}
	for _, each := range asked.Variables {
		composed.CompileAndStoreVariable(namedType{anyType{each.Expression}, each.Name}, options, mode)
	}
	return composed.Compiler, func(activation map[string]any) func() uint64 {
		composition := composed.CreateContext(context.Background())
		known, err := cel.NewActivation(activation)
		if err != nil {
			panic(err)
		}
		activation[plugincel.VariableVarName] = composition.Variables(known)
		return func() uint64 { return uint64(composition.GetAndResetCost()) }
	}, nil
}
