package controlplane

import (
	"fmt"
	"strings"
)

// Profile says which APIs the server serves.
type Profile string

const (
	// ProfileDefault serves what a stock server of this version serves.
	ProfileDefault Profile = "default"
	// ProfileAll serves every API of the reference, alpha and beta included.
	ProfileAll Profile = "all"
)

// Alpha APIs need their gate as well as the runtime configuration. AllAlpha
// would also turn on CBOR in client-go, which breaks informers: name alpha
// gates singly.
const allFeatureGates = "AllBeta=true,ShardedListAndWatch=true,GenericWorkload=true"

// ParseProfile accepts the names of the profiles.
func ParseProfile(name string) (Profile, error) {
	switch p := Profile(name); p {
	case ProfileDefault, ProfileAll:
		return p, nil
	}
	return "", fmt.Errorf("unknown profile %q: use %s or %s", name, ProfileDefault, ProfileAll)
}

// flags are the kube-apiserver flags that the profile adds.
func (p Profile) flags() []string {
	if p == ProfileAll {
		return []string{"--runtime-config=api/all=true", "--feature-gates=" + allFeatureGates}
	}
	return nil
}

// mergeFlags appends extra flags to ours. Later ones win where a flag holds
// one value; feature gates and the runtime configuration are joined, because
// the caller means to change one gate and not to drop the profile's.
func mergeFlags(ours, extra []string) []string {
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
