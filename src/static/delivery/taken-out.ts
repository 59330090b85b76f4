import { isUnder } from '../../fleet/json/json-pointer.ts';
import { ruleMatches, type OverrideRule } from '../../selection/override.ts';
import { manifestRef } from '../world/identity.ts';
import type { Manifest } from '../world/manifest.ts';
import type { World } from '../world/world.ts';
import type { AppliedObject } from '../placing/applied-objects.ts';
import { overridesOnObject, pickedClusters } from './override-targets.ts';

/**
 * Whether overrides take a field out of what all clusters of a placement get, or the object itself. If the clusters are not known, one rule
 * that does so is enough: it may be for all of them.
 * @param pointer into the object
 */
export function isTakenOut({ manifest, ref, at }: AppliedObject, pointer: string, placement: Manifest, world: World): boolean {
  const inEnvelope = at === '' ? [] : overridesOnObject(manifestRef(manifest), world).map((target) => ({ target, from: at }));
  const patched = [...overridesOnObject(ref, world).map((target) => ({ target, from: '' })), ...inEnvelope];
  const rules = patched
    .filter(({ target }) => target.placement === placement)
    .flatMap(({ target, from }) => target.override.rules.filter((rule) => takesOut(rule, `${from}${pointer}`)));
  const clusters = pickedClusters(placement, world);
  if (rules.length === 0 || clusters === undefined) return rules.length > 0;
  return clusters.every((cluster) => rules.some((rule) => ruleMatches(rule, cluster)));
}

function takesOut({ deletes, operations }: OverrideRule, pointer: string): boolean {
  return deletes || operations.some(({ op, path }) => op === 'remove' && isUnder(pointer, path));
}
