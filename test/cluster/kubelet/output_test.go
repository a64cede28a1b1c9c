package kubelet

import (
	"bytes"
	"context"
	"errors"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"
)

func written(parts ...string) *output {
	o := newOutput()
	for _, part := range parts {
		// An output takes everything.
		_, _ = o.Write([]byte(part))
	}
	return o
}

func streamed(o *output, options logOptions) string {
	var got strings.Builder
	o.stream(context.Background(), options, func(text string) error {
		got.WriteString(text)
		return nil
	})
	return got.String()
}

func TestLogOptions(t *testing.T) {
	all := logOptions{tail: -1, limit: -1}
	with := func(change func(*logOptions)) logOptions {
		o := all
		change(&o)
		return o
	}
	for _, test := range []struct {
		name    string
		parts   []string
		options logOptions
		want    string
	}{
		{"nothing", nil, all, ""},
		{"lines across writes", []string{"on", "e\ntwo\nth", "ree\n"}, all, "one\ntwo\nthree\n"},
		{"an unfinished line is shown", []string{"one\ntw"}, all, "one\ntw\n"},
		{"empty lines stay", []string{"\n\na\n"}, all, "\n\na\n"},
		{"tail", []string{"1\n2\n3\n"}, with(func(o *logOptions) { o.tail = 2 }), "2\n3\n"},
		{"tail of none", []string{"1\n2\n"}, with(func(o *logOptions) { o.tail = 0 }), ""},
		{"tail beyond all", []string{"1\n"}, with(func(o *logOptions) { o.tail = 9 }), "1\n"},
		{"limit in mid-line", []string{"abc\ndef\n"}, with(func(o *logOptions) { o.limit = 6 }), "abc\nde"},
		{"since later", []string{"1\n"}, with(func(o *logOptions) { o.since = time.Now().Add(time.Hour) }), ""},
		{"since before", []string{"1\n"}, with(func(o *logOptions) { o.since = time.Now().Add(-time.Hour) }), "1\n"},
	} {
		if got := streamed(written(test.parts...), test.options); got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}

func TestTimestampsBeginEachLine(t *testing.T) {
	got := streamed(written("a\nb\n"), logOptions{tail: -1, limit: -1, timestamps: true})
	for _, line := range strings.Split(strings.TrimSpace(got), "\n") {
		at, _, found := strings.Cut(line, " ")
		if _, err := time.Parse(time.RFC3339Nano, at); err != nil || !found {
			t.Errorf("%q: %v", line, err)
		}
	}
}

func TestFollowEndsWithTheContainer(t *testing.T) {
	o := written("1\n2")
	var got bytes.Buffer
	var group sync.WaitGroup
	group.Go(func() {
		o.stream(context.Background(), logOptions{tail: -1, limit: -1, follow: true}, func(text string) error {
			got.WriteString(text)
			return nil
		})
	})
	for _, part := range []string{"nd\n", "3\n", "end"} {
		time.Sleep(5 * time.Millisecond)
		_, _ = o.Write([]byte(part))
	}
	o.close()
	group.Wait()
	if got.String() != "1\n2nd\n3\nend\n" {
		t.Errorf("got %q", got.String())
	}
	if _, _ = o.Write([]byte("late\n")); strings.Contains(streamed(o, logOptions{tail: -1, limit: -1}), "late") {
		t.Error("a closed output took more")
	}
}

func TestFollowEndsWithItsReader(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(20*time.Millisecond, cancel)
	written("1\n").stream(ctx, logOptions{tail: -1, limit: -1, follow: true}, func(string) error { return nil })
	written("1\n2\n").stream(context.Background(), logOptions{tail: -1, limit: -1, follow: true}, func(string) error {
		return errors.New("gone")
	})
}

func TestCopyRawBeginsNow(t *testing.T) {
	o := written("before ")
	var got bytes.Buffer
	var group sync.WaitGroup
	group.Go(func() {
		if err := o.copyRaw(context.Background(), &got); err != nil {
			t.Error(err)
		}
	})
	time.Sleep(10 * time.Millisecond)
	_, _ = o.Write([]byte("after"))
	o.close()
	group.Wait()
	if got.String() != "after" {
		t.Errorf("got %q", got.String())
	}
}

func TestParseLogOptions(t *testing.T) {
	now := time.Unix(1000, 0).UTC()
	for query, want := range map[string]logOptions{
		"":                                   {tail: -1, limit: -1},
		"follow=true&timestamps=true":        {tail: -1, limit: -1, follow: true, timestamps: true},
		"tailLines=5&limitBytes=7":           {tail: 5, limit: 7},
		"sinceSeconds=60":                    {tail: -1, limit: -1, since: time.Unix(940, 0).UTC()},
		"sinceTime=1970-01-01T00%3A00%3A10Z": {tail: -1, limit: -1, since: time.Unix(10, 0).UTC()},
	} {
		values, err := url.ParseQuery(query)
		if err != nil {
			t.Fatal(err)
		}
		if got := parseLogOptions(values, now); got != want {
			t.Errorf("%q: got %+v", query, got)
		}
	}
}
