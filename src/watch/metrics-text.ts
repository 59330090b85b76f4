import type { ObjectRef } from '../fleet/kubernetes/object.ts';
import type { WatchMemory } from './memory.ts';
import type { Look } from './watched.ts';

/** The counters of a process, and its last look. */
export interface WatchMeters {
  /** Absent until the first complete look. */
  readonly last?: { readonly look: Look; readonly memory: WatchMemory; readonly seconds: number };
  /** Whether the newest attempt could read the hub. */
  readonly isReadable: boolean;
  readonly looks: Readonly<Record<'read' | 'unreadable', number>>;
  readonly changes: Readonly<Record<string, number>>;
  /** By `sink result`. */
  readonly deliveries: readonly { readonly sink: string; readonly result: 'ok' | 'failed'; readonly count: number }[];
  readonly version: string;
}

/**
 * The metrics in the text format of Prometheus (https://prometheus.io/docs/instrumenting/exposition_formats). They are made from the last
 * look, so a deleted object has no series any more. No label holds a text of the hub except names.
 */
export function metricsText(meters: WatchMeters): string {
  return METRICS.map(({ name, type, help, samples }) =>
    [
      `# HELP ${PREFIX}${name} ${help}`,
      `# TYPE ${PREFIX}${name} ${type}`,
      ...samples(meters).map((sample) => sampleText(name, sample)),
      '',
    ].join('\n'),
  ).join('');
}

const PREFIX = 'fleet_gate_';

interface Sample {
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

interface Metric {
  readonly name: string;
  readonly type: 'gauge' | 'counter';
  readonly help: string;
  readonly samples: (meters: WatchMeters) => readonly Sample[];
}

const METRICS: readonly Metric[] = [
  {
    name: 'object_bad',
    type: 'gauge',
    help: '1 if the placement, update run or member cluster is bad, after its grace; else 0.',
    samples: ({ last }) =>
      Object.values(last?.memory.objects ?? {}).map(({ object, bad }) => ({ labels: labelsOf(object), value: bad === undefined ? 0 : 1 })),
  },
  {
    name: 'object_state_timestamp_seconds',
    type: 'gauge',
    help: 'When the object came into its state: good, open, person, unknown or bad.',
    samples: ({ last }) =>
      Object.values(last?.memory.objects ?? {}).map(({ object, state, since }) => ({
        labels: { ...labelsOf(object), state },
        value: Math.round(Date.parse(since) / 1000),
      })),
  },
  {
    name: 'object_clusters',
    type: 'gauge',
    help: 'Number of clusters of the placement or update run by verdict: good, failed or open.',
    samples: ({ last }) =>
      (last?.look.watched ?? []).flatMap(({ object, clusters }) =>
        clusters === undefined
          ? []
          : Object.entries(clusters).map(([verdict, value]) => ({ labels: { ...labelsOf(object), verdict }, value: value as number })),
      ),
  },
  {
    name: 'member_heartbeat_timestamp_seconds',
    type: 'gauge',
    help: 'When the hub last heard from the member cluster.',
    samples: ({ last }) =>
      (last?.look.watched ?? []).flatMap(({ object, heartbeat }) =>
        heartbeat === undefined ? [] : [{ labels: { member: object.name }, value: heartbeat }],
      ),
  },
  {
    name: 'hub_readable',
    type: 'gauge',
    help: '1 if the last look could read the hub; else 0, and all object metrics are those of the last complete look.',
    samples: ({ isReadable }) => [{ value: isReadable ? 1 : 0 }],
  },
  {
    name: 'last_look_timestamp_seconds',
    type: 'gauge',
    help: 'When the hub was last read completely.',
    samples: ({ last }) => (last === undefined ? [] : [{ value: Math.round(Date.parse(last.look.at) / 1000) }]),
  },
  {
    name: 'last_look_duration_seconds',
    type: 'gauge',
    help: 'How long the last complete look took.',
    samples: ({ last }) => (last === undefined ? [] : [{ value: Math.round(last.seconds * 1000) / 1000 }]),
  },
  {
    name: 'looks_total',
    type: 'counter',
    help: 'Number of looks by result: read or unreadable.',
    samples: ({ looks }) => Object.entries(looks).map(([result, value]) => ({ labels: { result }, value })),
  },
  {
    name: 'changes_total',
    type: 'counter',
    help: 'Number of reported changes: bad, stillBad, healed, gone or evicted.',
    samples: ({ changes }) => Object.entries(changes).map(([change, value]) => ({ labels: { change }, value })),
  },
  {
    name: 'deliveries_total',
    type: 'counter',
    help: 'Number of deliveries to the webhook and to GitHub, by result: ok or failed.',
    samples: ({ deliveries }) => deliveries.map(({ sink, result, count }) => ({ labels: { sink, result }, value: count })),
  },
  {
    name: 'build_info',
    type: 'gauge',
    help: 'Always 1; the label is the version of fleet-gate.',
    samples: ({ version }) => [{ labels: { version }, value: 1 }],
  },
];

/** Not `namespace`: Prometheus gives each series a label of that name for the pod that was scraped. */
function labelsOf({ kind, namespace, name }: ObjectRef): Readonly<Record<string, string>> {
  return { kind, object_namespace: namespace ?? '', name };
}

function sampleText(name: string, { labels = {}, value }: Sample): string {
  const set = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`);
  return `${PREFIX}${name}${set.length === 0 ? '' : `{${set.join(',')}}`} ${value}`;
}

function escaped(text: string): string {
  return text
    .replaceAll('\\', String.raw`\\`)
    .replaceAll('"', String.raw`\"`)
    .replaceAll('\n', String.raw`\n`);
}
