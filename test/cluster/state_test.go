package main

import (
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
)

func TestOpenState(t *testing.T) {
	const foreign, ours = "somebody's file", stateFile
	kept := state{Made: true, Port: 1, WebhookPort: 2, WebhookServicePort: 3}
	for _, test := range []struct {
		name   string
		before func(t *testing.T, dir string)
		keep   bool
		want   state
		fails  bool
		left   int
	}{
		{name: "no folder", before: func(*testing.T, string) {}, want: state{Made: true}},
		{name: "an empty folder", before: func(t *testing.T, dir string) { makeFiles(t, dir) }},
		{name: "a folder of somebody", before: func(t *testing.T, dir string) { makeFiles(t, dir, foreign) }, fails: true, left: 1},
		{name: "a folder of somebody, to keep", before: func(t *testing.T, dir string) { makeFiles(t, dir, foreign) }, keep: true, fails: true, left: 1},
		{name: "a cluster's folder", before: func(t *testing.T, dir string) { makeFiles(t, dir, "etcd"); writeState(t, kept, dir) }, want: state{Made: true}},
		{name: "a kept one", before: func(t *testing.T, dir string) { makeFiles(t, dir, "etcd"); writeState(t, kept, dir) }, keep: true, want: kept, left: 2},
		{name: "a broken one", before: func(t *testing.T, dir string) { makeFiles(t, dir, ours) }, keep: true, fails: true, left: 1},
	} {
		dir := filepath.Join(t.TempDir(), "state")
		test.before(t, dir)
		got, err := openState(dir, test.keep)
		if (err != nil) != test.fails || got != test.want {
			t.Errorf("%s: got %+v, %v", test.name, got, err)
		}
		if entries, err := os.ReadDir(dir); err != nil || len(entries) != test.left {
			t.Errorf("%s: %d files left, %v", test.name, len(entries), err)
		}
	}
}

func makeFiles(t *testing.T, dir string, names ...string) {
	t.Helper()
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

func writeState(t *testing.T, s state, dir string) {
	t.Helper()
	if err := s.write(dir); err != nil {
		t.Fatal(err)
	}
}

func TestDiscardRemovesTheFolderOnlyIfItWasMade(t *testing.T) {
	for _, made := range []bool{true, false} {
		dir := filepath.Join(t.TempDir(), "state")
		makeFiles(t, dir, "etcd", stateFile)
		if err := (state{Made: made}).discard(dir); err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(dir); os.IsNotExist(err) != made {
			t.Errorf("made %t: %v", made, err)
		}
	}
}

func TestInputDecidesWhatHappensToTheState(t *testing.T) {
	for input, want := range map[string]bool{"": true, "discard\n": false, "discard\nkeep\n": true, "nonsense\n": true, "discard": false} {
		var keep atomic.Bool
		keep.Store(true)
		followInput(strings.NewReader(input), &keep)
		if keep.Load() != want {
			t.Errorf("%q: keep is %t", input, keep.Load())
		}
	}
}

func TestUpFlags(t *testing.T) {
	got, err := parseUp([]string{"-dir", "x", "--apiserver-flags", "--a=1 --b=2", "--apiserver-flags", "--c=3"})
	if err != nil || strings.Join(got.apiServerFlags, " ") != "--a=1 --b=2 --c=3" || !filepath.IsAbs(got.dir) || got.nodes != 2 {
		t.Errorf("got %+v, %v", got, err)
	}
	if _, err := parseUp(nil); err == nil || !strings.Contains(err.Error(), "-dir is missing") {
		t.Errorf("no folder: %v", err)
	}
}

func TestProcessLives(t *testing.T) {
	if !processLives(os.Getpid()) {
		t.Error("this one lives")
	}
	if processLives(1 << 30) {
		t.Error("there is no such process")
	}
}
