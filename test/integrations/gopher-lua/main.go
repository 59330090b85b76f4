// Runs health checks in the interpreter of Argo CD, with the libraries that it opens for scripts of its ConfigMap: reads a JSON list of
// {script, object} on standard input, and writes a JSON list of {status, message}. A script that needs another library ends it.
package main

import (
	"encoding/json"
	"fmt"
	"os"

	lua "github.com/yuin/gopher-lua"
)

type check struct {
	Script string         `json:"script"`
	Object map[string]any `json:"object"`
}

type health struct {
	Status  string `json:"status"`
	Message string `json:"message"`
}

func main() {
	var checks []check
	if err := json.NewDecoder(os.Stdin).Decode(&checks); err != nil {
		fail(err)
	}
	answers := make([]health, 0, len(checks))
	for _, each := range checks {
		answer, err := judge(each)
		if err != nil {
			fail(fmt.Errorf("%v %v: %w", each.Object["kind"], each.Object["metadata"], err))
		}
		answers = append(answers, answer)
	}
	if err := json.NewEncoder(os.Stdout).Encode(answers); err != nil {
		fail(err)
	}
}

func judge(given check) (health, error) {
	state := lua.NewState(lua.Options{SkipOpenLibs: true})
	defer state.Close()
	for name, open := range map[string]lua.LGFunction{lua.BaseLibName: lua.OpenBase, lua.TabLibName: lua.OpenTable} {
		if err := state.CallByParam(lua.P{Fn: state.NewFunction(open), Protect: true}, lua.LString(name)); err != nil {
			return health{}, err
		}
	}
	state.SetGlobal("obj", value(state, given.Object))
	if err := state.DoString(given.Script); err != nil {
		return health{}, err
	}
	answer, ok := state.Get(-1).(*lua.LTable)
	if !ok {
		return health{}, fmt.Errorf("the script returned no table")
	}
	return health{Status: answer.RawGetString("status").String(), Message: answer.RawGetString("message").String()}, nil
}

func value(state *lua.LState, given any) lua.LValue {
	switch known := given.(type) {
	case bool:
		return lua.LBool(known)
	case float64:
		return lua.LNumber(known)
	case string:
		return lua.LString(known)
	case []any:
		list := state.NewTable()
		for _, entry := range known {
			list.Append(value(state, entry))
		}
		return list
	case map[string]any:
		fields := state.NewTable()
		for name, entry := range known {
			fields.RawSetString(name, value(state, entry))
		}
		return fields
	}
	return lua.LNil
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}
