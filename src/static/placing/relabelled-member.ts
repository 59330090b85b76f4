import { childPointer } from '../../fleet/json/json-pointer.ts';
import { labelsOf } from '../../fleet/kubernetes/label-selector.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import type { Manifest } from '../world/manifest.ts';
import type { World } from '../world/world.ts';

/** A MemberCluster before and after a change. */
export interface ChangedMember {
  readonly before: KubeObject;
  readonly after: KubeObject;
  /** Keys of labels that were added, removed or changed, sorted. */
  readonly labels: readonly string[];
}

/**
 * The member cluster of a manifest, if it is known before and after the change; `undefined` for all others, and if another manifest gives the
 * cluster its labels.
 */
export function changedMember({ object }: Manifest, { members, membersBefore }: World): ChangedMember | undefined {
  const [before, after] = [membersBefore, members].map((all) => all?.find(({ metadata }) => metadata.name === object.metadata.name));
  if (before === undefined || after === undefined) return undefined;
  const [old, now] = [labelsOf(before), labelsOf(after)];
  const labels = [...new Set([...Object.keys(old), ...Object.keys(now)])].filter((key) => old[key] !== now[key]).toSorted();
  const own = labelsOf(object);
  return labels.every((key) => own[key] === now[key]) ? { before, after, labels } : undefined;
}

/** The place in the manifest of a MemberCluster that concerns the first of these labels. */
export function placeOfLabels(labels: readonly string[], member: KubeObject): { readonly at: string; readonly part: 'key' } {
  const own = labelsOf(member);
  const there = labels.find((label) => Object.hasOwn(own, label));
  return { at: there === undefined ? '/metadata/labels' : childPointer('/metadata/labels', there), part: 'key' };
}
