package main

import (
	"bufio"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"regexp"
	"strings"
	"syscall"
	"time"

	clientv3 "go.etcd.io/etcd/client/v3"
)

type event struct {
	T      time.Time      `json:"t"`
	Type   string         `json:"type"`
	Note   string         `json:"note"`
	Object map[string]any `json:"object"`
}

// told is one line of standard output: what has just happened on the hub.
type told struct {
	What string `json:"what"` // loaded, mark, end
	Note string `json:"note,omitempty"`
	// At is when it happened, ShiftMs what was added to every recorded time; milliseconds.
	At      int64 `json:"at"`
	ShiftMs int64 `json:"shiftMs,omitempty"`
}

type stage struct {
	client *clientv3.Client
	prefix string
	shift  time.Duration
	alive  map[string]*event
}

// play writes what was before the mark at once and the rest at its own pace. Afterwards the members that were alive at the end
// go on sending heartbeats, until the process is told to stop.
func play(args []string) error {
	flags := flag.NewFlagSet("play", flag.ExitOnError)
	endpoint := flags.String("etcd", "", "URL of etcd")
	prefix := flags.String("prefix", "", "prefix of the API server")
	file := flags.String("events", "", "events.jsonl of the recording")
	from := flags.String("from", "deploy", "note of the mark to start at; its last one counts")
	atEnd := flags.Bool("at-end", false, "write the last state at once")
	_ = flags.Parse(args)
	events, err := readEvents(*file)
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	client, err := connect(*endpoint)
	if err != nil {
		return err
	}
	defer client.Close()

	start := startOf(events, *from, *atEnd)
	began := time.Now()
	// Kubernetes times have whole seconds: a whole-second shift keeps their order and never puts them into the future.
	s := stage{client: client, prefix: *prefix, shift: began.Sub(events[start].T).Truncate(time.Second), alive: map[string]*event{}}
	if err := s.load(ctx, events[:start+1]); err != nil {
		return err
	}
	began = time.Now()
	tell(told{What: "loaded", ShiftMs: s.shift.Milliseconds()})
	for index := start + 1; index < len(events); index++ {
		if !sleep(ctx, time.Until(began.Add(events[index].T.Sub(events[start].T)))) {
			return nil
		}
		if err := s.write(ctx, &events[index]); err != nil {
			return err
		}
	}
	tell(told{What: "end"})
	return s.beat(ctx, events[len(events)-1].T)
}

func readEvents(file string) ([]event, error) {
	opened, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer opened.Close()
	events := []event{}
	lines := bufio.NewScanner(opened)
	lines.Buffer(nil, 64<<20)
	for lines.Scan() {
		if strings.TrimSpace(lines.Text()) == "" {
			continue
		}
		read := event{}
		decoder := json.NewDecoder(strings.NewReader(lines.Text()))
		decoder.UseNumber()
		if err := decoder.Decode(&read); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		events = append(events, read)
	}
	if len(events) == 0 {
		return nil, fmt.Errorf("%s is empty", file)
	}
	return events, lines.Err()
}

func startOf(events []event, note string, atEnd bool) int {
	if atEnd {
		return len(events) - 1
	}
	for index := len(events) - 1; index >= 0; index-- {
		if events[index].Type == "MARK" && events[index].Note == note {
			return index
		}
	}
	return 0
}

// load writes only the last state of each object: nobody looks yet.
func (s *stage) load(ctx context.Context, events []event) error {
	last := map[string]int{}
	for index, happened := range events {
		if happened.Type != "MARK" {
			last[s.key(happened.Object)] = index
		}
	}
	for index := range events {
		if events[index].Type == "MARK" || last[s.key(events[index].Object)] != index {
			continue
		}
		if err := s.write(ctx, &events[index]); err != nil {
			return err
		}
	}
	return nil
}

func (s *stage) write(ctx context.Context, happened *event) error {
	if happened.Type == "MARK" {
		tell(told{What: "mark", Note: happened.Note})
		return nil
	}
	key := s.key(happened.Object)
	if happened.Type == "DELETED" {
		delete(s.alive, key)
		_, err := s.client.Delete(ctx, key)
		return ignoreStop(ctx, err)
	}
	if isMember(happened.Object) {
		s.alive[key] = happened
	}
	delete(metadata(happened.Object), "resourceVersion")
	text, err := json.Marshal(happened.Object)
	if err != nil {
		return err
	}
	_, err = s.client.Put(ctx, key, shifted(string(text), s.shift))
	return ignoreStop(ctx, err)
}

// beat renews the heartbeats of the members whose last one was not older than three periods at the end.
func (s *stage) beat(ctx context.Context, end time.Time) error {
	period := time.Minute
	living := map[string]bool{}
	for key, member := range s.alive {
		last, every := heartbeatOf(member.Object)
		if end.Sub(last) <= 3*every {
			living[key] = true
			period = min(period, every)
		}
	}
	for sleep(ctx, period) {
		for key := range living {
			// What a test changed in the meantime stays changed.
			found, err := s.client.Get(ctx, key)
			if err != nil || len(found.Kvs) == 0 {
				continue
			}
			current := map[string]any{}
			decoder := json.NewDecoder(strings.NewReader(string(found.Kvs[0].Value)))
			decoder.UseNumber()
			if decoder.Decode(&current) != nil || !renew(current) {
				delete(living, key)
				continue
			}
			text, err := json.Marshal(current)
			if err != nil {
				return err
			}
			if _, err := s.client.Put(ctx, key, string(text)); err != nil {
				return ignoreStop(ctx, err)
			}
		}
	}
	return nil
}

func (s *stage) key(object map[string]any) string {
	apiVersion, _ := object["apiVersion"].(string)
	kind, _ := object["kind"].(string)
	namespace, _ := metadata(object)["namespace"].(string)
	name, _ := metadata(object)["name"].(string)
	return s.prefix + keyOf(apiVersion, kind, namespace, name)
}

func metadata(object map[string]any) map[string]any {
	found, _ := object["metadata"].(map[string]any)
	if found == nil {
		return map[string]any{}
	}
	return found
}

func isMember(object map[string]any) bool {
	return object["kind"] == "MemberCluster" || object["kind"] == "InternalMemberCluster"
}

func agentsOf(object map[string]any) []any {
	status, _ := object["status"].(map[string]any)
	agents, _ := status["agentStatus"].([]any)
	return agents
}

func heartbeatOf(object map[string]any) (time.Time, time.Duration) {
	every := time.Minute
	if spec, ok := object["spec"].(map[string]any); ok {
		if number, ok := spec["heartbeatPeriodSeconds"].(json.Number); ok {
			if seconds, err := number.Int64(); err == nil {
				every = time.Duration(seconds) * time.Second
			}
		}
	}
	newest := time.Time{}
	for _, agent := range agentsOf(object) {
		text, _ := agent.(map[string]any)["lastReceivedHeartbeat"].(string)
		if at, err := time.Parse(time.RFC3339, text); err == nil && at.After(newest) {
			newest = at
		}
	}
	return newest, every
}

func renew(object map[string]any) bool {
	for _, agent := range agentsOf(object) {
		if fields, ok := agent.(map[string]any); ok {
			fields["lastReceivedHeartbeat"] = time.Now().UTC().Format("2006-01-02T15:04:05Z")
		}
	}
	return len(agentsOf(object)) > 0
}

var rfc3339 = regexp.MustCompile(`\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)`)

// shifted moves every time in the text; each keeps its number of fractional digits.
func shifted(text string, shift time.Duration) string {
	return rfc3339.ReplaceAllStringFunc(text, func(found string) string {
		at, err := time.Parse(time.RFC3339Nano, found)
		if err != nil {
			return found
		}
		layout := "2006-01-02T15:04:05"
		if _, fraction, has := strings.Cut(strings.TrimRight(found, "Z"), "."); has {
			layout += "." + strings.Repeat("0", len(fraction))
		}
		return at.UTC().Add(shift).Format(layout) + "Z"
	})
}

func tell(line told) {
	line.At = time.Now().UnixMilli()
	text, _ := json.Marshal(line)
	fmt.Println(string(text))
}

func sleep(ctx context.Context, wait time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(max(wait, 0)):
		return true
	}
}

func ignoreStop(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return nil
	}
	return err
}
