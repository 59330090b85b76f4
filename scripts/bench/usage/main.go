// usage FILE PROGRAM [ARG…] runs the program, ends with its exit code, and writes what it took as JSON: wall and cpu in ms, peak in MB.
package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"syscall"
	"time"
)

func main() {
	program := exec.Command(os.Args[2], os.Args[3:]...)
	program.Stdin, program.Stdout, program.Stderr = os.Stdin, os.Stdout, os.Stderr
	start := time.Now()
	err := program.Run()
	wall := time.Since(start)
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(127)
	}
	state := program.ProcessState
	usage := state.SysUsage().(*syscall.Rusage)
	megabyte := 1024.0
	if runtime.GOOS == "darwin" {
		megabyte = 1024 * 1024
	}
	figures := fmt.Sprintf(`{"wall":%f,"cpu":%f,"peak":%f}`,
		wall.Seconds()*1000, (state.UserTime()+state.SystemTime()).Seconds()*1000, float64(usage.Maxrss)/megabyte)
	if err := os.WriteFile(os.Args[1], []byte(figures), 0o600); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(127)
	}
	os.Exit(state.ExitCode())
}
