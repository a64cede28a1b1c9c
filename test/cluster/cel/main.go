// Command cel answers what the API server's own CEL environment makes of
// expressions: the oracle that the project's environment is held against.
//
// It reads one JSON question a line and writes one JSON answer a line.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/types/ref"

	"k8s.io/apimachinery/pkg/util/version"
	plugincel "k8s.io/apiserver/pkg/admission/plugin/cel"
	"k8s.io/apiserver/pkg/authentication/user"
	"k8s.io/apiserver/pkg/cel/environment"
	"k8s.io/apiserver/pkg/cel/library"
)

// question is an expression as a policy would have it, and the values of its
// variables. Values are JSON; whole numbers become int, others double.
type question struct {
	Expr string `json:"expr"`
	// Version is the server's compatibility version, e.g. "1.36".
	Version string `json:"version"`
	// New asks as for an expression that is being written: what is newer than
	// Version is unknown.
	New bool `json:"new"`
	// Patch declares the types of mutating policies.
	Patch           bool            `json:"patch"`
	Object          json.RawMessage `json:"object"`
	OldObject       json.RawMessage `json:"oldObject"`
	Params          json.RawMessage `json:"params"`
	Request         json.RawMessage `json:"request"`
	NamespaceObject json.RawMessage `json:"namespaceObject"`
	// Allow lists what the authorizer allows.
	Allow []rule `json:"allow"`
	// Variables are those of a policy, in their order.
	Variables []variable `json:"variables"`
	// Schema is that of a custom resource; Object is then its self, OldObject its
	// oldSelf.
	Schema json.RawMessage `json:"schema"`
	// Root tells that the schema is that of a whole resource.
	Root bool `json:"root"`
}

// answer is what became of a question.
type answer struct {
	// Issues is the compiler's text; empty where the expression compiles.
	Issues string `json:"issues,omitempty"`
	Type   string `json:"type,omitempty"`
	Value  any    `json:"value,omitempty"`
	Error  string `json:"error,omitempty"`
	Cost   uint64 `json:"cost"`
}

func main() {
	in := bufio.NewReaderSize(os.Stdin, 1<<20)
	out := bufio.NewWriter(os.Stdout)
	encoder := json.NewEncoder(out)
	decoder := json.NewDecoder(in)
	for decoder.More() {
		var asked question
		if err := decoder.Decode(&asked); err != nil {
			fmt.Fprintf(os.Stderr, "cel: %v\n", err)
			os.Exit(1)
		}
		if err := encoder.Encode(answerTo(asked)); err != nil {
			fmt.Fprintf(os.Stderr, "cel: %v\n", err)
			os.Exit(1)
		}
		if in.Buffered() == 0 {
			out.Flush()
		}
	}
	out.Flush()
}

// anyType is the accessor of an expression whose type nobody restricts.
type anyType struct{ expression string }

func (a anyType) GetExpression() string    { return a.expression }
func (a anyType) ReturnTypes() []*cel.Type { return []*cel.Type{cel.AnyType} }

// compilers are kept by version: making one takes longer than all it is asked.
var compilers = map[string]plugincel.Compiler{}

func compilerOf(wanted string) plugincel.Compiler {
	if known, found := compilers[wanted]; found {
		return known
	}
	base := environment.MustBaseEnvSet(version.MustParseGeneric(wanted))
	compiler := plugincel.NewCompiler(base)
	compilers[wanted] = compiler
	return compiler
}

// answerTo never panics: some expressions make the compiler itself panic, which
// is an answer too.
func answerTo(asked question) (answered answer) {
	defer func() {
		if fault := recover(); fault != nil {
			answered = answer{Issues: fmt.Sprintf("panic: %v", fault)}
		}
	}()
	mode := environment.StoredExpressions
	if asked.New {
		mode = environment.NewExpressions
	}
	wanted := asked.Version
	if wanted == "" {
		wanted = "1.36"
	}
	base := environment.MustBaseEnvSet(version.MustParseGeneric(wanted))
	if len(asked.Schema) > 0 {
		return answerUnderSchema(asked, base, mode)
	}
	compiler, complete, err := compilerFor(asked, base, mode)
	if err != nil {
		return answer{Issues: err.Error()}
	}
	result := compiler.CompileCELExpression(anyType{asked.Expr}, plugincel.OptionalVariableDeclarations{
		HasParams:     true,
		HasAuthorizer: true,
		HasPatchTypes: asked.Patch,
	}, mode)
	if result.Error != nil {
		return answer{Issues: result.Error.Detail}
	}
	compiled := answer{Type: result.OutputType.String()}
	variables, err := activation(asked)
	if err != nil {
		compiled.Error = err.Error()
		return compiled
	}
	costOfVariables := complete(variables)
	value, details, err := result.Program.ContextEval(context.Background(), variables)
	if details != nil && details.ActualCost() != nil {
		compiled.Cost = *details.ActualCost()
	}
	compiled.Cost += costOfVariables()
	if err != nil {
		compiled.Error = err.Error()
		return compiled
	}
	compiled.Value = shown(value)
	return compiled
}

func activation(asked question) (map[string]any, error) {
	variables := map[string]any{}
	for name, raw := range map[string]json.RawMessage{
		plugincel.ObjectVarName:    asked.Object,
		plugincel.OldObjectVarName: asked.OldObject,
		plugincel.ParamsVarName:    asked.Params,
		plugincel.RequestVarName:   asked.Request,
		plugincel.NamespaceVarName: asked.NamespaceObject,
	} {
		value, err := fromJSON(raw)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		variables[name] = value
	}
	who := &user.DefaultInfo{Name: "test"}
	authorizer := library.NewAuthorizerVal(who, rules(asked.Allow))
	variables[plugincel.AuthorizerVarName] = authorizer
	return variables, nil
}

var _ ref.Val = library.NewAuthorizerVal(&user.DefaultInfo{}, rules(nil))
