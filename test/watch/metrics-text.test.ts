import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { metricsText, type WatchMeters } from '../../src/watch/metrics-text.ts';
import { badNow, goodNow, memoryOf, ORDERS, SHOP } from './memory-of.ts';

const clusters = { good: 1, failed: 1, open: 0 };
const METERS: WatchMeters = {
  last: {
    look: {
      at: '2026-11-21T03:00:00Z',
      watched: [
        { object: SHOP, state: 'bad', cause: 'The quota is exceeded', suspicions: [], clusters },
        {
          object: { apiVersion: 'v1', kind: 'MemberCluster', name: 'east' },
          state: 'good',
          cause: '',
          suspicions: [],
          heartbeat: 1_795_230_000,
        },
      ],
      unread: [],
      denied: [],
      evictions: [],
    },
    memory: memoryOf(badNow(SHOP), goodNow(ORDERS)),
    seconds: 0.25,
  },
  isReadable: true,
  looks: { read: 3, unreadable: 1 },
  changes: { bad: 1 },
  deliveries: [{ sink: 'webhook', result: 'ok', count: 1 }],
  version: '1.2.3',
};

// SECURITY.md: `--metrics` serves names of objects
it('has each object that the last look found, with names as the only texts of the hub', () => {
  expect(metricsText(METERS))
    .toBe(`# HELP fleet_gate_object_bad 1 if the placement, update run or member cluster is bad, after its grace; else 0.
# TYPE fleet_gate_object_bad gauge
fleet_gate_object_bad{kind="ClusterResourcePlacement",object_namespace="",name="shop"} 1
fleet_gate_object_bad{kind="ResourcePlacement",object_namespace="web",name="orders"} 0
# HELP fleet_gate_object_state_timestamp_seconds When the object came into its state: good, open, person, unknown or bad.
# TYPE fleet_gate_object_state_timestamp_seconds gauge
fleet_gate_object_state_timestamp_seconds{kind="ClusterResourcePlacement",object_namespace="",name="shop",state="bad"} 1795228200
fleet_gate_object_state_timestamp_seconds{kind="ResourcePlacement",object_namespace="web",name="orders",state="good"} 1795228200
# HELP fleet_gate_object_clusters Number of clusters of the placement or update run by verdict: good, failed or open.
# TYPE fleet_gate_object_clusters gauge
fleet_gate_object_clusters{kind="ClusterResourcePlacement",object_namespace="",name="shop",verdict="good"} 1
fleet_gate_object_clusters{kind="ClusterResourcePlacement",object_namespace="",name="shop",verdict="failed"} 1
fleet_gate_object_clusters{kind="ClusterResourcePlacement",object_namespace="",name="shop",verdict="open"} 0
# HELP fleet_gate_member_heartbeat_timestamp_seconds When the hub last heard from the member cluster.
# TYPE fleet_gate_member_heartbeat_timestamp_seconds gauge
fleet_gate_member_heartbeat_timestamp_seconds{member="east"} 1795230000
# HELP fleet_gate_hub_readable 1 if the last look could read the hub; else 0, and all object metrics are those of the last complete look.
# TYPE fleet_gate_hub_readable gauge
fleet_gate_hub_readable 1
# HELP fleet_gate_last_look_timestamp_seconds When the hub was last read completely.
# TYPE fleet_gate_last_look_timestamp_seconds gauge
fleet_gate_last_look_timestamp_seconds 1795230000
# HELP fleet_gate_last_look_duration_seconds How long the last complete look took.
# TYPE fleet_gate_last_look_duration_seconds gauge
fleet_gate_last_look_duration_seconds 0.25
# HELP fleet_gate_looks_total Number of looks by result: read or unreadable.
# TYPE fleet_gate_looks_total counter
fleet_gate_looks_total{result="read"} 3
fleet_gate_looks_total{result="unreadable"} 1
# HELP fleet_gate_changes_total Number of reported changes: bad, stillBad, healed, gone or evicted.
# TYPE fleet_gate_changes_total counter
fleet_gate_changes_total{change="bad"} 1
# HELP fleet_gate_deliveries_total Number of deliveries to the webhook and to GitHub, by result: ok or failed.
# TYPE fleet_gate_deliveries_total counter
fleet_gate_deliveries_total{sink="webhook",result="ok"} 1
# HELP fleet_gate_build_info Always 1; the label is the version of fleet-gate.
# TYPE fleet_gate_build_info gauge
fleet_gate_build_info{version="1.2.3"} 1
`);
});

it('has no series of an object before the first complete look', () => {
  const { last: _, ...none } = METERS;
  expect(metricsText({ ...none, isReadable: false })).not.toMatch(/^fleet_gate_(object|member)_\w+\{/m);
});

it('keeps a name inside its quotes', () => {
  const text = metricsText({ ...METERS, version: 'a"b\\c\nd' });
  expect(text).toContain(String.raw`{version="a\"b\\c\nd"} 1`);
});

it('has each metric that the rules and the dashboard name', () => {
  const folder = join(import.meta.dirname, '../../integrations/prometheus');
  const text = ['fleet-gate-rules.yaml', 'grafana-dashboard.json'].map((file) => readFileSync(join(folder, file), 'utf8')).join('\n');
  const named = new Set(text.match(/\bfleet_gate_\w+/g));
  expect(named.size).toBeGreaterThan(6);
  expect([...named].filter((name) => !metricsText(METERS).includes(`# TYPE ${name} `))).toEqual([]);
});
