import { listAt, stringAt } from '../fleet/json/json.ts';
import type { HubListing } from '../fleet/kubefleet/hub-state.ts';
import { groupOf, objectKey, type KubeObject, type ObjectRef } from '../fleet/kubernetes/object.ts';
import type { OpenResource } from '../report.ts';
import type { HubContent, Selectable } from '../selection/hub-content.ts';
import type { UnknownSelection } from '../selection/selection.ts';
import type { OpenReason } from '../selection/selector-answer.ts';

const REASONS: Readonly<Record<OpenReason, string>> = {
  hubVersion: 'placed only by some versions of the hub',
  unknownKind: 'of a kind that is not known, so it may not be placed',
  unknownVersion: 'in a version that is not known, so it may not be placed',
  unknownNamespace: 'in a namespace that is not fully known, so it may not be placed',
  unknownService: 'not placed if a Service has its name, which is not known',
  unread: 'picked by a selector that cannot be read, so it may not be placed',
};

const KNOWN: Readonly<Partial<Record<OpenReason, string>>> = {
  unknownKind: 'its kind is known now',
  unknownVersion: 'its version is known now',
  unknownNamespace: 'its namespace is known now',
};

/**
 * Resources that a placement may select beyond the listed ones, in the order of its selectors.
 * @param hub if it was read, its objects and kinds are known in addition to those of the tree
 */
export function openResources(
  placement: KubeObject,
  unknown: readonly UnknownSelection[],
  hub: HubListing | undefined,
): readonly OpenResource[] {
  const selectors = listAt(placement, 'spec', 'resourceSelectors');
  const missing = hub === undefined ? 'not among the manifests' : 'neither among the manifests nor seen on the hub';
  return unknown.map(({ selector, reason, ref }): OpenResource => {
    const isAbsent = reason === 'notAmongTheObjects';
    const why = isAbsent ? missing : REASONS[reason];
    if (ref === undefined) return { reason: `the objects that the selector of ${kindOf(selectors[selector])} picks are ${why}` };
    return { resource: ref, reason: why, ...(isAbsent ? { absent: true } : {}) };
  });
}

/** An object of the tree of which it is not known here whether it is placed. */
export interface OpenItem<T> {
  readonly ref: ObjectRef;
  readonly item: T;
  /** Why it is not known, to follow the object. */
  readonly why: string;
  /** The same, of an object that a change removes. */
  readonly wasWhy: string;
  /** What is known if a change makes it certain that it is placed. */
  readonly isKnown: string;
}

/** The objects of the tree among them, by key. */
export function openItems<T extends Selectable>(
  unknown: readonly UnknownSelection[],
  content: HubContent<T>,
): ReadonlyMap<string, OpenItem<T>> {
  const found = unknown.flatMap(({ ref, reason }) => {
    if (reason === 'notAmongTheObjects') return [];
    const entry = ref && content.ofKind(groupOf(ref.apiVersion), ref.kind).find((each) => objectKey(each.ref) === objectKey(ref));
    return ref === undefined || entry === undefined
      ? []
      : [
          [
            objectKey(ref),
            {
              ref,
              item: entry.item,
              why: REASONS[reason],
              wasWhy: REASONS[reason].replace('may not be placed', 'may not have been placed'),
              isKnown: KNOWN[reason] ?? 'known to be placed now',
            },
          ] as const,
        ];
  });
  return new Map(found);
}

function kindOf(selector: unknown): string {
  const [group, version, kind] = ['group', 'version', 'kind'].map((name) => stringAt(selector, name) ?? '');
  return [group, version, kind].filter((part) => part !== '').join('/');
}
