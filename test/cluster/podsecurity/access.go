package main

import (
	"context"

	rbacv1 "k8s.io/api/rbac/v1"
	"k8s.io/apiserver/pkg/authentication/user"
	"k8s.io/apiserver/pkg/authorization/authorizer"
	"k8s.io/kubernetes/pkg/registry/rbac/validation"
	"k8s.io/kubernetes/plugin/pkg/auth/authorizer/rbac"
)

// access is a request and the roles and bindings that decide it.
type access struct {
	User        string   `json:"user"`
	Groups      []string `json:"groups"`
	Verb        string   `json:"verb"`
	Group       string   `json:"group"`
	Resource    string   `json:"resource"`
	Subresource string   `json:"subresource"`
	Namespace   string   `json:"namespace"`
	Name        string   `json:"name"`
	// Path is that of a request on no resource.
	Path string `json:"path"`

	Roles               []*rbacv1.Role               `json:"roles"`
	RoleBindings        []*rbacv1.RoleBinding        `json:"roleBindings"`
	ClusterRoles        []*rbacv1.ClusterRole        `json:"clusterRoles"`
	ClusterRoleBindings []*rbacv1.ClusterRoleBinding `json:"clusterRoleBindings"`
}

func authorize(asked *access) answer {
	_, roles := validation.NewTestRuleResolver(
		asked.Roles, asked.RoleBindings, asked.ClusterRoles, asked.ClusterRoleBindings,
	)
	decision, reason, err := rbac.New(roles, roles, roles, roles).Authorize(
		context.Background(),
		authorizer.AttributesRecord{
			User:            &user.DefaultInfo{Name: asked.User, Groups: asked.Groups},
			Verb:            asked.Verb,
			APIGroup:        asked.Group,
			APIVersion:      "*",
			Resource:        asked.Resource,
			Subresource:     asked.Subresource,
			Namespace:       asked.Namespace,
			Name:            asked.Name,
			Path:            asked.Path,
			ResourceRequest: asked.Path == "",
		},
	)
	if err != nil {
		return answer{Errors: []string{err.Error()}}
	}
	return answer{Allowed: decision == authorizer.DecisionAllow, Reason: reason}
}
