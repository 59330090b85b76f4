import { isObject } from '../fleet/json.ts';
import type { KubeObject } from '../fleet/object.ts';
import type { Manifest } from './manifest.ts';

/** What an object was before a change. */
export interface Before {
  /** The manifest that was applied last. */
  readonly manifest: KubeObject;
  /** The object on the hub, where it was read. */
  readonly live?: KubeObject;
}

const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

/**
 * From the object on the hub, as far as kubectl left a note of what it applied; else from the base. `undefined` when neither is certain:
 * an object that is declared twice in the base, or has placeholders there.
 */
export function beforeOf(inBase: readonly Manifest[], live: KubeObject | undefined): Before | undefined {
  const applied = live === undefined ? undefined : lastApplied(live);
  if (live !== undefined && applied !== undefined) return { manifest: applied, live };
  const [old, ...others] = inBase;
  if (old === undefined || others.length > 0 || old.unresolved.length > 0) return undefined;
  return { manifest: old.object };
}

function lastApplied({ metadata }: KubeObject): KubeObject | undefined {
  const text = metadata.annotations?.[LAST_APPLIED];
  if (typeof text !== 'string') return undefined;
  try {
    const applied: unknown = JSON.parse(text);
    return isObject(applied) && isObject(applied['metadata']) ? (applied as unknown as KubeObject) : undefined;
  } catch {
    return undefined;
  }
}
