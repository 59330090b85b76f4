import { listAt, stringAt } from '../../../fleet/json/json.ts';
import type { KubeObject } from '../../../fleet/kubernetes/object.ts';
import type { ResourceType, HubState, Interest, Visibility } from '../../../fleet/kubefleet/hub-state.ts';
import { typeKey } from '../keys.ts';

const API_VERSION = 'fleet-gate.dev/v1';
const KIND = 'SnapshotCoverage';

/** What a dump of fleet-gate saw and when. Without it, an empty type and a type that was not read are the same. */
export interface Coverage {
  readonly takenAt: Date | undefined;
  readonly types: ReadonlyMap<string, { readonly visibility: Visibility; readonly namespaces: readonly string[] }>;
}

export function isCoverage(object: KubeObject): boolean {
  return object.apiVersion === API_VERSION && object.kind === KIND;
}

/**
 * The first document of a dump. If only namespaces of a type were followed, the type as a whole was not read; `namespaces` lists those
 * seen.
 * @param namespaces the namespaces that may have been seen if the whole type was refused
 */
export function coverageDocument(hub: HubState, followed: readonly Interest[], namespaces: readonly string[]): KubeObject {
  return {
    apiVersion: API_VERSION,
    kind: KIND,
    metadata: { name: 'fleet-gate' },
    takenAt: hub.now.toISOString(),
    types: [...Map.groupBy(followed, typeKey)].flatMap(([, [type, ...more]]) => {
      if (type === undefined) return [];
      const homes = [type, ...more].map(({ namespace }) => namespace);
      const found = hub.visibility(type);
      const visibility: Visibility = found.kind !== 'seen' || homes.includes(undefined) ? found : { kind: 'unread' };
      const asked = new Set([...homes.filter((home) => home !== undefined), ...namespaces]);
      const seen = visibility.kind === 'seen' ? [] : [...asked].filter((namespace) => hub.visibility(type, namespace).kind === 'seen');
      return {
        group: type.group,
        kind: type.kind,
        visibility: visibility.kind,
        ...('message' in visibility ? { message: visibility.message } : {}),
        ...(seen.length > 0 ? { namespaces: seen } : {}),
      };
    }),
  };
}

/** Reads the document back; entries that it cannot parse become unread. */
export function coverageOf(document: KubeObject): Coverage {
  const takenAt = new Date(stringAt(document, 'takenAt') ?? '');
  const types = listAt(document, 'types').flatMap((entry) => {
    const [group, kind] = [stringAt(entry, 'group'), stringAt(entry, 'kind')];
    if (group === undefined || kind === undefined) return [];
    const namespaces = listAt(entry, 'namespaces').filter((namespace) => typeof namespace === 'string');
    return [[typeKey({ group, kind }), { visibility: visibilityOf(entry), namespaces }] as const];
  });
  return { takenAt: Number.isNaN(takenAt.getTime()) ? undefined : takenAt, types: new Map(types) };
}

/** What dumps report about a type; `undefined` if none reports it. A type that any of several dumps saw is seen. */
export function statedIn(coverages: readonly Coverage[], type: ResourceType, namespace: string | undefined): Visibility | undefined {
  const stated = coverages.flatMap(({ types }) => {
    const entry = types.get(typeKey(type));
    if (entry === undefined) return [];
    return [namespace !== undefined && entry.namespaces.includes(namespace) ? ({ kind: 'seen' } as const) : entry.visibility];
  });
  return stated.find(({ kind }) => kind === 'seen') ?? stated[0];
}

function visibilityOf(entry: unknown): Visibility {
  const kind = stringAt(entry, 'visibility');
  const message = stringAt(entry, 'message') ?? '';
  if (kind === 'seen') return { kind };
  return kind === 'denied' || kind === 'notServed' ? { kind, message } : { kind: 'unread' };
}
