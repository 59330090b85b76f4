import { listAt, stringAt } from '../../fleet/json.ts';
import type { KubeObject } from '../../fleet/object.ts';

/**
 * Whether an AppliedWork of this name belongs to the placement. AppliedWorks are named as Works: `<placement>-work`,
 * `<namespace>.<placement>-work`, `<placement>-<n>`, `…-envelope-<id>` (KubeFleet apis/placement/v1beta1/commons.go).
 */
export function isAppliedWorkOf(
  placement: { readonly name: string; readonly namespace?: string | undefined },
  appliedWork: string,
): boolean {
  const { name, namespace = '' } = placement;
  const own = namespace === '' ? name : `${namespace}.${name}`;
  return appliedWork.startsWith(`${own}-`) && /^(?:work|\d+)(?:-envelope-.+)?$/.test(appliedWork.slice(own.length + 1));
}

/** The AppliedWorks that own an object on a member. */
export function appliedWorksOwning(object: KubeObject): readonly string[] {
  return listAt(object, 'metadata', 'ownerReferences').flatMap((owner) =>
    stringAt(owner, 'kind') === 'AppliedWork' ? (stringAt(owner, 'name') ?? []) : [],
  );
}
