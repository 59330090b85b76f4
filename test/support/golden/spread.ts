import { isObject } from '../../../src/fleet/json/json.ts';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import type { RecordedEvent, Recording } from '../recordings/recording.ts';

/** The same story in a larger fleet: the clusters with these names replace the given one, and each repeats what it went through. */
export function spread(recording: Recording, cluster: string, names: readonly string[]): Recording {
  const events = recording.events.flatMap((event): readonly RecordedEvent[] => {
    if (isOf(event.object, cluster)) return names.map((name) => ({ ...event, object: renamed(event.object, cluster, name) }));
    return [{ ...event, object: listing(event.object, cluster, names) as KubeObject }];
  });
  const alive = new Set([...recording.alive].flatMap((name) => (name === cluster ? names : [name])));
  return { ...recording, events, alive };
}

/** Whether the object is the cluster itself, or exists only for it. */
function isOf({ kind, metadata, ...rest }: KubeObject, cluster: string): boolean {
  if (kind === 'MemberCluster') return metadata.name === cluster;
  if (metadata.namespace === `fleet-member-${cluster}` || metadata.name === `fleet-member-${cluster}`) return true;
  const { spec } = rest as { readonly spec?: unknown };
  return isObject(spec) && spec['targetCluster'] === cluster;
}

function renamed<T>(value: T, cluster: string, name: string): T {
  const text = JSON.stringify(value).replaceAll(new RegExp(String.raw`\b${cluster}\b`, 'g'), name);
  // Each object needs its own uid.
  return JSON.parse(text.replaceAll(/("uid":"[^"]*)/g, `$1-${name}`)) as T;
}

/** Gives an object that lists clusters one entry for each, and adapts its counters. */
function listing(value: unknown, cluster: string, names: readonly string[]): unknown {
  if (Array.isArray(value)) {
    return value.flatMap((entry: unknown) =>
      isObject(entry) && entry['clusterName'] === cluster
        ? names.map((name) => renamed(entry, cluster, name))
        : [listing(entry, cluster, names)],
    );
  }
  if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, listing(inner, cluster, names)]));
  return typeof value === 'string' ? value.replaceAll('1 cluster(s)', `${String(names.length)} cluster(s)`) : value;
}
