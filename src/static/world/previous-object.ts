import { lastApplied } from '../../fleet/kubernetes/last-applied.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import type { Manifest } from './manifest.ts';

/** The state of an object before a change. */
export interface PreviousObject {
  /** The manifest that was applied last: from kubectl's annotation on the hub, else from the base; `undefined` if there is neither. */
  readonly manifest: KubeObject | undefined;
  /**
   * The manifests that decide which fields the next apply removes: the one that was applied last, or several if it could be any of them.
   */
  readonly applied: readonly KubeObject[];
  /** The object on the hub, if it was read. */
  readonly live?: KubeObject;
}

/**
 * Returns the previous state from the hub, else from the base. `undefined` if the base is not certain: it declares the object twice, or
 * with placeholders.
 */
export function previousObjectOf(inBase: readonly Manifest[], live: KubeObject | undefined): PreviousObject | undefined {
  const [old, ...others] = inBase;
  const base = old === undefined || others.length > 0 || old.unresolved.length > 0 ? undefined : old.object;
  if (live === undefined) return base === undefined ? undefined : { manifest: base, applied: [base] };
  const noted = lastApplied(live);
  return { manifest: noted ?? base, applied: noted === undefined ? withoutLastApplied(live, base) : [noted], live };
}

/**
 * If kubectl did not apply it on the client side, the next apply may remove nothing (there is no annotation), every field that the manifest
 * lacks (`kubectl replace`), or the fields of the base (server-side apply).
 */
function withoutLastApplied(live: KubeObject, base: KubeObject | undefined): readonly KubeObject[] {
  const { apiVersion, kind, metadata, status: _status, ...content } = live;
  const empty = { apiVersion, kind, metadata: { name: metadata.name } };
  return [empty, { ...empty, ...content }, ...(base === undefined ? [] : [base])];
}
