import { listed } from '../../fleet/text/listed.ts';
import { displayName, objectKey } from '../../fleet/kubernetes/object.ts';
import type { OwnsReport, Place } from '../../report.ts';

/** Clusters that have the object from the same place, in the same state. */
export interface OwnsBlock {
  /** `on m1, m2 and 98 more`; begins with the object if there are several of one name. */
  readonly title: string;
  /** The objects from the placement to the Work. Untrusted text. */
  readonly steps: readonly string[];
  /** What the member reports about it. */
  readonly state: string;
}

/** The places of an object; those with the same source and state are one block. */
export function ownsBlocks({ places }: Pick<OwnsReport, 'places'>): readonly OwnsBlock[] {
  const isOne = new Set(places.map(({ object }) => objectKey(object))).size < 2;
  return [...Map.groupBy(places, likeness).values()].map((same) => {
    const [first] = same;
    if (first === undefined) return { title: '', steps: [], state: '' };
    const clusters = same.map(({ cluster }) => cluster);
    return {
      title: `${isOne ? '' : `${displayName(first.object)} `}on ${listed(clusters, NAMED)}`,
      steps: stepsOf(first, same.length - 1),
      state: first.state.join('; ') || 'the member has not reported it yet',
    };
  });
}

const NAMED = 10;

/** Bindings and Works differ by cluster, so they are left out. */
function likeness({ object, placement, snapshot, overrides, envelope, binding, work, state }: Place): string {
  const names = [
    object,
    placement,
    snapshot,
    overrides,
    envelope,
    binding?.state,
    binding?.isLeaving,
    work.isLeaving,
    work.manifest,
    state,
  ];
  return JSON.stringify(names);
}

function stepsOf({ placement, binding, snapshot, overrides, envelope, work }: Place, more: number): readonly string[] {
  const others = more === 0 ? '' : `, and ${more} more`;
  return [
    placement === undefined
      ? 'no placement: the Work names none'
      : `${displayName(placement)}${placement.isGone === true ? ' (no longer on the hub)' : ''}`,
    ...(snapshot === undefined ? [] : [`${displayName(snapshot)}${age(snapshot)}`]),
    ...(envelope === undefined ? [] : [`inside ${displayName(envelope)}`]),
    ...overrides.map((override) => `overrides of ${displayName(override)}`),
    ...(binding === undefined
      ? []
      : [`${displayName(binding)} (${[binding.state, ...(binding.isLeaving === true ? ['being removed'] : [])].join(', ')})${others}`]),
    `${displayName({ kind: 'Work', ...work })}: manifest ${work.manifest} of ${work.manifests}${work.isLeaving === true ? ', being removed' : ''}${others}`,
  ];
}

function age({ index, newest }: NonNullable<Place['snapshot']>): string {
  if (newest === undefined) return '';
  return index === newest ? ', the newest' : `; the newest is ${newest}`;
}
