import { objectKey } from '../../fleet/kubernetes/object.ts';
import type { OverriddenTarget } from '../../schedule/override/placement-overrides.ts';
import type { Manifest } from '../world/manifest.ts';

/** One of the manifests of an object. */
export interface Declaration {
  readonly item: Manifest;
  /** The object or the entries of an envelope that overrides change. A hub has one manifest of each override, so there are several ways. */
  readonly ways: readonly (readonly OverriddenTarget[])[];
}

interface Combined {
  readonly combinations: readonly { readonly item: Manifest; readonly targets: readonly OverriddenTarget[] }[];
  /** Whether these are all combinations. */
  readonly isWhole: boolean;
}

/** The most combinations of the manifests of one placement, one object and its overrides that are all checked. */
export const MOST_COMBINATIONS = 256;

/**
 * The combinations of the manifests of an object, and of its overrides, with one manifest of a placement. If there are too many, the first
 * manifest of each is combined with the first ones of the others, the second with the second ones, and so on.
 * @param position that of the placement among its `count` manifests
 */
export function combined(declarations: readonly Declaration[], position: number, count: number): Combined {
  const ways = declarations.reduce((most, each) => Math.max(most, each.ways.length), 0);
  const longest = Math.max(count, declarations.length, ways);
  const all = count * declarations.length * ways;
  if (all <= MOST_COMBINATIONS)
    return { combinations: declarations.flatMap((each) => each.ways.map((targets) => ({ item: each.item, targets }))), isWhole: true };
  // The last one of a shorter list is used again.
  const positions = Array.from({ length: position === count - 1 ? longest - position : 1 }, (_, index) => position + index);
  return {
    combinations: positions.flatMap((each) => {
      const declaration = declarations[Math.min(each, declarations.length - 1)];
      const targets = declaration?.ways[Math.min(each, declaration.ways.length - 1)];
      return declaration === undefined || targets === undefined ? [] : [{ item: declaration.item, targets }];
    }),
    isWhole: all === longest,
  };
}

/**
 * What the first manifests of all overrides make of an object, then the second ones, and so on; the last one if an override has no more.
 */
export function waysToOverride(targets: readonly OverriddenTarget[]): Declaration['ways'] {
  const all = targets.map((target) => {
    const overrides = [...Map.groupBy(target.overrides, ({ ref }) => objectKey(ref)).values()];
    return { target, overrides, most: overrides.reduce((most, { length }) => Math.max(most, length), 0) };
  });
  return Array.from({ length: all.reduce((count, { most }) => Math.max(count, most), 0) }, (_, way) =>
    all.flatMap(({ target, overrides, most }) =>
      way < most ? [{ ...target, overrides: overrides.flatMap((each) => each[Math.min(way, each.length - 1)] ?? []) }] : [],
    ),
  );
}
