import { isPlacement } from '../../fleet/kubefleet/kinds.ts';
import { isOverride } from '../../selection/override.ts';
import { labelSelectorText } from '../../fleet/kubernetes/label-selector-text.ts';
import { emptySelection } from './empty-selection.ts';
import { onlyEnvelopeOf } from '../placing/placed-objects.ts';
import type { Manifest } from '../world/manifest.ts';
import { isNamed } from '../world/placements.ts';
import { readSelectors, selectorsOf } from '../world/selectors.ts';
import { withHub } from '../world/with-hub.ts';
import type { World } from '../world/world.ts';
import type { Named } from './hindrances.ts';
import { unchangedBy } from './override-selection.ts';

export interface SelectedElsewhere {
  /** Without a name, the labels by which objects are selected; empty if all objects of the kind are. */
  readonly need: Named & { readonly selector?: string };
  /** What is known about it, as the end of a sentence. */
  readonly because: string;
}

/**
 * The objects that a placement selects, that are not in the manifests, and that no rule reports as missing: the placement sends them only if
 * something else creates them on the hub.
 */
export function selectedElsewhere(placement: Manifest, world: World): readonly SelectedElsewhere[] {
  if (!isPlacement(placement.object) || !isNamed(placement)) return [];
  const { home } = readSelectors(placement, world);
  return selectorsOf(placement, world).flatMap((selector): readonly SelectedElsewhere[] => {
    const { reach, name, labels } = selector;
    if (labels?.invalid !== undefined || onlyEnvelopeOf(selector, home, withHub(world)) !== undefined) return [];
    const empty = emptySelection(selector, home, placement, world);
    if (empty?.isReported !== false) return [];
    // Every hub has namespaces.
    if (reach.kind === 'namespaces' && name === '' && labels === undefined) return [];
    const found = name === '' ? { name, selector: labelSelectorText(labels) } : { name };
    const because =
      name === ''
        ? `there is none in these files${empty.isSeen ? ' or on the hub' : ''}, and the placement selects ${found.selector === '' ? 'all of them' : 'by these labels'}`
        : `it is ${empty.isSeen ? 'neither in these files nor on the hub' : 'not in these files'}, and the placement selects it`;
    if (reach.kind === 'namespaces') return [{ need: { group: '', kind: 'Namespace', ...found }, because }];
    if (reach.kind !== 'objects' || reach.inHome === undefined) return [];
    const need = { group: reach.group, kind: reach.objectKind, ...found };
    if (!reach.inHome) return [{ need, because }];
    return home === undefined ? [] : [{ need: { ...need, namespace: home }, because }];
  });
}

/** The same for an override. */
export function overriddenElsewhere(override: Manifest, world: World): readonly SelectedElsewhere[] {
  if (!isOverride(override.object)) return [];
  const because = 'it is not in these files, and the override selects it';
  return unchangedBy(override, world).flatMap(({ ref, isReported }) => (isReported ? [] : [{ need: ref, because }]));
}
