import { lastApplied } from '../../fleet/kubernetes/last-applied.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import type { Manifest } from './manifest.ts';

/** What an object was before a change. */
export interface PreviousObject {
  /** The manifest that was applied last: as kubectl noted it on the hub, else the base's; `undefined` if neither tells. */
  readonly manifest: KubeObject | undefined;
  /** What decides about what the next apply takes away: that manifest, or several if it could be any of them. */
  readonly applied: readonly KubeObject[];
  /** The object on the hub, if it was read. */
  readonly live?: KubeObject;
}

/**
 * From the object on the hub, else from the base. `undefined` when the base is not certain: an object that is declared twice in it, or has
 * placeholders there.
 */
export function previousObjectOf(inBase: readonly Manifest[], live: KubeObject | undefined): PreviousObject | undefined {
  const [old, ...others] = inBase;
  const base = old === undefined || others.length > 0 || old.unresolved.length > 0 ? undefined : old.object;
  if (live === undefined) return base === undefined ? undefined : { manifest: base, applied: [base] };
  const noted = lastApplied(live);
  return { manifest: noted ?? base, applied: noted === undefined ? withoutLastApplied(live, base) : [noted], live };
}

/**
 * Not applied by kubectl on its own side: what the next apply takes away may be nothing (kubectl finds no note), all that the manifest lacks
 * (`kubectl replace`), or what the base had (server-side apply).
 */
function withoutLastApplied(live: KubeObject, base: KubeObject | undefined): readonly KubeObject[] {
  const { apiVersion, kind, metadata, status: _status, ...content } = live;
  const empty = { apiVersion, kind, metadata: { name: metadata.name } };
  return [empty, { ...empty, ...content }, ...(base === undefined ? [] : [base])];
}
