// Command crdschema says what an API server refuses by the schema of a CustomResourceDefinition. It reads lines of JSON with a `schema`
// (openAPIV3Schema) and an `object`, and writes each line with `errors`: what the API server's own code answers, sorted.
//
//	go run ./crdschema < ../../fixtures/admission/crd-schemas.jsonl > /tmp/answers && mv /tmp/answers ../../fixtures/admission/crd-schemas.jsonl
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"sort"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	structuralschema "k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/objectmeta"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/validation"
	utiljson "k8s.io/apimachinery/pkg/util/json"
)

type line struct {
	Schema json.RawMessage `json:"schema"`
	Object json.RawMessage `json:"object"`
	Errors []string        `json:"errors"`
}

func main() {
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 1<<26)
	for in.Scan() {
		var each line
		must(json.Unmarshal(in.Bytes(), &each))
		each.Errors = errorsOf(each)
		text, err := json.Marshal(each)
		must(err)
		fmt.Println(string(text))
	}
	must(in.Err())
}

func errorsOf(each line) []string {
	var v1 apiextensionsv1.JSONSchemaProps
	must(json.Unmarshal(each.Schema, &v1))
	var schema apiextensions.JSONSchemaProps
	must(apiextensionsv1.Convert_v1_JSONSchemaProps_To_apiextensions_JSONSchemaProps(&v1, &schema, nil))
	structural, err := structuralschema.NewStructural(&schema)
	if err == nil {
		if faults := structuralschema.ValidateStructural(nil, structural); len(faults) > 0 {
			err = faults.ToAggregate()
		}
	}
	if err != nil {
		return []string{"the schema itself is refused: " + err.Error()}
	}
	validator, _, err := validation.NewSchemaValidator(&schema)
	must(err)
	var object any
	must(utiljson.Unmarshal(each.Object, &object))
	found := []string{}
	for _, fault := range validation.ValidateCustomResource(nil, object, validator) {
		found = append(found, fault.Error())
	}
	for _, fault := range objectmeta.Validate(nil, object, structural, false) {
		found = append(found, fault.Error())
	}
	sort.Strings(found)
	return found
}

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
