import { createHash } from 'node:crypto';
import { isObject } from '../../fleet/json/json.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import type { StoryEvent } from '../hub/player.ts';

/** Records writes to a hub at given moments, as its controllers would make them. */
export interface Storybook {
  /** In the order of their recording, which is also their time order. */
  readonly events: readonly StoryEvent[];
  /** Sets the time of the next events, in seconds from the deploy; negative before it. Time never moves backwards. */
  at(seconds: number): void;
  /** The current time in the format of Kubernetes. */
  readonly now: string;
  /**
   * Creates or updates the object. It keeps its uid and creation time; a condition that keeps its status also keeps its transition time.
   */
  put(object: KubeObject): void;
  mark(note: string): void;
}

/** Opens a book whose deploy is at `start`, RFC 3339. */
export function openStorybook(start: string): Storybook {
  const events: StoryEvent[] = [];
  const written = new Map<string, KubeObject>();
  let moment = -Infinity;
  const t = (): string => new Date(Date.parse(start) + moment * 1000).toISOString();
  const now = (): string => `${t().slice(0, 19)}Z`;
  return {
    events,
    get now() {
      return now();
    },
    at: (seconds) => {
      if (seconds < moment) throw new Error(`a story cannot go back from ${moment} s to ${seconds} s`);
      moment = seconds;
    },
    put: (object) => {
      const key = `${object.kind}/${object.metadata.namespace ?? ''}/${object.metadata.name}`;
      const previous = written.get(key);
      const creationTimestamp = previous?.metadata.creationTimestamp ?? now();
      const metadata = { ...object.metadata, uid: uidOf(object), creationTimestamp };
      const next = carried(previous, { ...object, metadata }) as KubeObject;
      written.set(key, next);
      events.push({ t: t(), type: previous === undefined ? 'ADDED' : 'MODIFIED', object: next });
    },
    mark: (note) => events.push({ t: t(), type: 'MARK', note }),
  };
}

/** The uid is the same in each run, so that a reference can be made before its object exists. */
export function uidOf({ kind, metadata }: KubeObject): string {
  const hex = createHash('sha256')
    .update(`${kind}/${metadata.namespace ?? ''}/${metadata.name}`)
    .digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-');
}

/** Returns `next`, with the transition times of `previous` for conditions of the same entry that kept their status. */
function carried(previous: unknown, next: unknown): unknown {
  if (Array.isArray(next)) {
    const before: readonly unknown[] = Array.isArray(previous) ? previous : [];
    return next.map((item, index) => carried(before.find((other) => isSameEntry(other, item)) ?? before[index], item));
  }
  if (!isObject(next)) return next;
  const before = isObject(previous) ? previous : {};
  const keeps = 'lastTransitionTime' in next && before['type'] === next['type'] && before['status'] === next['status'];
  return Object.fromEntries(
    Object.entries(next).map(([key, value]) => [key, keeps && key === 'lastTransitionTime' ? before[key] : carried(before[key], value)]),
  );
}

/** Conditions are matched by type, clusters by name, other list entries by index. */
function isSameEntry(a: unknown, b: unknown): boolean {
  if (!isObject(a) || !isObject(b)) return false;
  const key = ['clusterName', 'type'].find((name) => typeof b[name] === 'string');
  return key !== undefined && a[key] === b[key];
}
