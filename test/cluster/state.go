package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// stateFile marks a folder as ours, and keeps what a cluster that starts again
// must have again.
const stateFile = "cluster.json"

// state is what a kept cluster keeps beside its keys and data: clients have
// the server's address, and stored webhook configurations that of the webhook.
type state struct {
	// Made says that there was no such folder before: then it goes at the end.
	Made               bool `json:"made"`
	Port               int  `json:"port"`
	WebhookPort        int  `json:"webhookPort"`
	WebhookServicePort int  `json:"webhookServicePort"`
}

// openState prepares the folder. Without keep it is emptied first, but only if
// a cluster made it: a mistyped path must not cost somebody's files.
func openState(dir string, keep bool) (state, error) {
	_, err := os.Stat(dir)
	made := errors.Is(err, fs.ErrNotExist)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return state{}, err
	}
	text, err := os.ReadFile(filepath.Join(dir, stateFile))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		entries, err := os.ReadDir(dir)
		if err != nil {
			return state{}, err
		}
		if len(entries) > 0 {
			return state{}, fmt.Errorf("%s is not empty and not the folder of a cluster (no %s in it): choose another", dir, stateFile)
		}
		return state{Made: made}, nil
	case err != nil:
		return state{}, err
	}
	var kept state
	if err := json.Unmarshal(text, &kept); err != nil {
		return state{}, fmt.Errorf("%s: %w", stateFile, err)
	}
	if !keep {
		return state{Made: kept.Made}, emptyFolder(dir)
	}
	return kept, nil
}

// discard removes what the cluster wrote, and the folder if it made it.
func (s state) discard(dir string) error {
	if s.Made {
		return os.RemoveAll(dir)
	}
	return emptyFolder(dir)
}

func (s state) write(dir string) error {
	text, err := json.Marshal(s)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, stateFile), text, 0o600)
}

func emptyFolder(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		if err := os.RemoveAll(filepath.Join(dir, entry.Name())); err != nil {
			return err
		}
	}
	return nil
}
