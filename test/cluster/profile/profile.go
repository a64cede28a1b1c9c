// Package profile says which APIs a test cluster serves.
package profile

import (
	"fmt"
	"strings"
)

// Profile is a named choice of APIs.
type Profile string

const (
	// Default serves what a stock server of this version serves.
	Default Profile = "default"
	// All serves every API of the reference, alpha and beta included.
	All Profile = "all"
)

// Alpha APIs need their gate as well as the runtime configuration. AllAlpha
// would also turn on CBOR in client-go, which breaks informers: name alpha
// gates singly.
const allFeatureGates = "AllBeta=true,ShardedListAndWatch=true,GenericWorkload=true"

// Parse accepts the names of the profiles.
func Parse(name string) (Profile, error) {
	switch p := Profile(name); p {
	case Default, All:
		return p, nil
	}
	return "", fmt.Errorf("unknown profile %q: use %s or %s", name, Default, All)
}

// Flags are the kube-apiserver flags that the profile adds.
func (p Profile) Flags() []string {
	if p == All {
		return []string{"--runtime-config=api/all=true", "--feature-gates=" + allFeatureGates}
	}
	return nil
}

// MergeFlags appends extra flags to ours. Later ones win where a flag holds
// one value; feature gates and the runtime configuration are joined, because
// the caller means to change one gate and not to drop the profile's.
func MergeFlags(ours, extra []string) []string {
	merged := append([]string{}, ours...)
	for _, flag := range extra {
		name, value, _ := strings.Cut(flag, "=")
		at := -1
		if name == "--feature-gates" || name == "--runtime-config" {
			for i, have := range merged {
				if strings.HasPrefix(have, name+"=") {
					at = i
				}
			}
		}
		if at >= 0 {
			merged[at] += "," + value
		} else {
			merged = append(merged, flag)
		}
	}
	return merged
}
