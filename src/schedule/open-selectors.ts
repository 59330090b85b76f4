import { displayName, type ObjectRef } from '../fleet/object.ts';

/** What a selector may select on the hub beyond what is known here. */
interface OpenSelector {
  readonly selector: number;
  readonly reason: string;
  readonly ref?: ObjectRef;
}

/**
 * Selectors and objects of which it is not known whether they are selected, a sentence each. What is only missing among the manifests is not
 * told: a hub has more than a tree.
 * @param isHubRead the kinds of the hub are among what is known
 */
export function openSelectors(unknown: readonly OpenSelector[], isHubRead: boolean): readonly string[] {
  const tell = isHubRead ? 'neither the manifests nor the hub tell' : 'the manifests do not tell';
  return unknown.flatMap(({ selector, reason, ref }) => {
    const at = `spec.resourceSelectors[${selector}]`;
    if (reason === 'unknownKind')
      return ref === undefined
        ? [`Which objects ${at} selects is not known: ${tell} of its kind.`]
        : [`Whether ${displayName(ref)} is selected by ${at} is not known: ${tell} whether its kind has namespaces.`];
    return reason === 'unknownVersion' ? [`Which objects ${at} selects is not known: ${tell} of its version.`] : [];
  });
}
