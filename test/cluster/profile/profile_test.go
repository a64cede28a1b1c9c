package profile

import (
	"slices"
	"strings"
	"testing"
)

func TestParseAcceptsTheNamedProfilesOnly(t *testing.T) {
	for name, good := range map[string]bool{"default": true, "all": true, "": false, "All": false, "alpha": false} {
		got, err := Parse(name)
		if (err == nil) != good || good && string(got) != name {
			t.Errorf("Parse(%q) = %q, %v", name, got, err)
		}
	}
}

func TestDefaultServesWhatAStockServerServes(t *testing.T) {
	if flags := Default.Flags(); len(flags) != 0 {
		t.Errorf("the default profile adds %v", flags)
	}
}

func TestAllNamesItsAlphaGatesSingly(t *testing.T) {
	flags := strings.Join(All.Flags(), " ")
	for _, want := range []string{"api/all=true", "AllBeta=true", "ShardedListAndWatch=true", "GenericWorkload=true"} {
		if !strings.Contains(flags, want) {
			t.Errorf("%q is missing in %s", want, flags)
		}
	}
	if strings.Contains(flags, "AllAlpha") {
		t.Error("AllAlpha turns on CBOR in client-go and breaks informers")
	}
}

func TestMergeFlags(t *testing.T) {
	for _, test := range []struct {
		name              string
		ours, extra, want []string
	}{
		{"nothing extra", []string{"--v=0"}, nil, []string{"--v=0"}},
		{"a single value comes last and wins", []string{"--v=0"}, []string{"--v=4"}, []string{"--v=0", "--v=4"}},
		{"gates are joined", []string{"--feature-gates=A=true"}, []string{"--feature-gates=B=true"}, []string{"--feature-gates=A=true,B=true"}},
		{"gates alone stay", nil, []string{"--feature-gates=B=true"}, []string{"--feature-gates=B=true"}},
		{"the runtime configuration is joined", []string{"--runtime-config=api/all=true"}, []string{"--runtime-config=batch/v1=false"},
			[]string{"--runtime-config=api/all=true,batch/v1=false"}},
	} {
		if got := MergeFlags(test.ours, test.extra); !slices.Equal(got, test.want) {
			t.Errorf("%s: got %v, want %v", test.name, got, test.want)
		}
	}
}
