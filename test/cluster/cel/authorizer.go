package main

import (
	"context"

	"k8s.io/apiserver/pkg/authorization/authorizer"
)

// rule is one thing that is allowed; an empty field allows only the empty value.
type rule struct {
	Verb        string `json:"verb"`
	Path        string `json:"path"`
	Group       string `json:"group"`
	Resource    string `json:"resource"`
	Subresource string `json:"subresource"`
	Namespace   string `json:"namespace"`
	Name        string `json:"name"`
}

// rules is an authorizer of exactly these.
type rules []rule

func (all rules) Authorize(_ context.Context, asked authorizer.Attributes) (authorizer.Decision, string, error) {
	for _, allowed := range all {
		same := allowed.Verb == asked.GetVerb()
		if asked.IsResourceRequest() {
			same = same && allowed.Group == asked.GetAPIGroup() && allowed.Resource == asked.GetResource() &&
				allowed.Subresource == asked.GetSubresource() && allowed.Namespace == asked.GetNamespace() &&
				allowed.Name == asked.GetName()
		} else {
			same = same && allowed.Path == asked.GetPath()
		}
		if same {
			return authorizer.DecisionAllow, "it is on the list", nil
		}
	}
	return authorizer.DecisionNoOpinion, "it is not on the list", nil
}
