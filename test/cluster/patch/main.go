// Command patch answers what the API server's own libraries make of patches and
// of schemas of custom resources: the oracle that the project's are held against.
//
// It reads one JSON question a line and writes one JSON answer a line.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"

	jsonpatch "gopkg.in/evanphx/json-patch.v4"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	utiljson "k8s.io/apimachinery/pkg/util/json"
	"k8s.io/apimachinery/pkg/util/managedfields"
	"k8s.io/apiserver/pkg/admission/plugin/policy/mutating/patch"
	"k8s.io/kube-openapi/pkg/validation/spec"
)

// question is one of three things, told apart by Kind.
type question struct {
	// Kind is "json" for a JSON patch, "apply" for an apply configuration, or
	// "custom" for a custom resource.
	Kind     string          `json:"kind"`
	Document json.RawMessage `json:"document"`
	// Patch is the list of operations, or the apply configuration.
	Patch json.RawMessage `json:"patch"`
	// Schemas are those of OpenAPI by name.
	Schemas json.RawMessage `json:"schemas"`
	// Schema is that of a custom resource.
	Schema json.RawMessage `json:"schema"`
	// Old is the stored object; empty on create.
	Old json.RawMessage `json:"old"`
}

type answer struct {
	Document any `json:"document,omitempty"`
	// Error is why there is no document.
	Error string `json:"error,omitempty"`
	// Unknown are the paths of fields that were pruned.
	Unknown []string `json:"unknown,omitempty"`
	// Errors are those of the schema, of lists and of embedded resources.
	Errors []string `json:"errors,omitempty"`
	// Rules are errors of validation rules.
	Rules    []string `json:"rules,omitempty"`
	Warnings []string `json:"warnings,omitempty"`
}

func main() {
	// The server's own limit.
	jsonpatch.AccumulatedCopySizeLimit = 3 * 1024 * 1024
	in := bufio.NewReaderSize(os.Stdin, 1<<20)
	out := bufio.NewWriter(os.Stdout)
	encoder := json.NewEncoder(out)
	decoder := json.NewDecoder(in)
	for decoder.More() {
		var asked question
		if err := decoder.Decode(&asked); err != nil {
			fail(err)
		}
		if err := encoder.Encode(answerTo(asked)); err != nil {
			fail(err)
		}
		if in.Buffered() == 0 {
			out.Flush()
		}
	}
	out.Flush()
}

func fail(err error) {
	fmt.Fprintf(os.Stderr, "patch: %v\n", err)
	os.Exit(1)
}

// answerTo never panics: where the libraries do, that is the answer.
func answerTo(asked question) (answered answer) {
	defer func() {
		if fault := recover(); fault != nil {
			answered = answer{Error: fmt.Sprintf("panic: %v", fault)}
		}
	}()
	switch asked.Kind {
	case "json":
		return patched(asked)
	case "apply":
		return applied(asked)
	case "custom":
		return custom(asked)
	}
	return answer{Error: "unknown kind " + asked.Kind}
}

func patched(asked question) answer {
	operations, err := jsonpatch.DecodePatch(asked.Patch)
	if err != nil {
		return answer{Error: "undecodable: " + err.Error()}
	}
	document, err := operations.Apply(asked.Document)
	if err != nil {
		return answer{Error: err.Error()}
	}
	return answer{Document: json.RawMessage(document)}
}

func applied(asked question) answer {
	var schemas map[string]*spec.Schema
	if err := json.Unmarshal(asked.Schemas, &schemas); err != nil {
		return answer{Error: "schemas: " + err.Error()}
	}
	converter, err := managedfields.NewTypeConverter(schemas, false)
	if err != nil {
		return answer{Error: "converter: " + err.Error()}
	}
	live, configuration := &unstructured.Unstructured{}, &unstructured.Unstructured{}
	if err := utiljson.Unmarshal(asked.Document, &live.Object); err != nil {
		return answer{Error: "document: " + err.Error()}
	}
	if err := utiljson.Unmarshal(asked.Patch, &configuration.Object); err != nil {
		return answer{Error: "configuration: " + err.Error()}
	}
	configuration.SetGroupVersionKind(live.GroupVersionKind())
	merged, err := patch.ApplyStructuredMergeDiff(converter, live, configuration)
	if err != nil {
		return answer{Error: "error applying patch: " + err.Error()}
	}
	return answer{Document: merged.(*unstructured.Unstructured).Object}
}
