// Command defaults tells what the API server's decoding makes of objects of
// built-in kinds.
//
//	defaults types     prints the Go types behind the kinds and their static
//	                   defaults: what shared/admission/defaults is made of
//	defaults           reads one JSON question a line and writes one JSON answer
//	                   a line: the oracle that shared/admission/defaults is held
//	                   against
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run() error {
	scheme := builtIn()
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	if len(os.Args) > 1 && os.Args[1] == "types" {
		return writeTypes(scheme, out)
	}
	oracle := newOracle(scheme)
	in := bufio.NewReaderSize(os.Stdin, 1<<20)
	decoder := json.NewDecoder(in)
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	for decoder.More() {
		var asked question
		if err := decoder.Decode(&asked); err != nil {
			return err
		}
		if err := encoder.Encode(oracle.answer(asked)); err != nil {
			return err
		}
	}
	return nil
}
