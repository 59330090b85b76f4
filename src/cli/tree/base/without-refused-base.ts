import type { Finding } from '../../../finding.ts';
import { hubContent, hubItem } from '../../../selection/hub-content.ts';
import { manifestRef } from '../../../static/world/identity.ts';
import { refusalsIn } from '../refusals.ts';
import type { StaticInput } from '../static-input.ts';

/**
 * The input without the objects of the base that the hub refused: it never had them, so the change removes nothing there. If the hub was
 * read and has such an object, it was accepted at some time and is kept.
 * @param before the findings of the base
 */
export function withoutRefusedBase(input: StaticInput, before: readonly Finding[] | undefined): StaticInput {
  const { base, fleet } = input;
  if (base === undefined || before === undefined || before.length === 0) return input;
  const refusals = refusalsIn(before);
  const onHub = hubContent((fleet.hub?.objects ?? []).map(hubItem), fleet.hub?.apis);
  const manifests = base.manifests.filter(
    (manifest) => refusals(manifest).every(({ isEdit }) => isEdit) || onHub.holds(manifestRef(manifest)),
  );
  return manifests.length === base.manifests.length ? input : { ...input, base: { ...base, manifests } };
}
