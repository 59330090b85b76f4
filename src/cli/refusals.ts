import { hubAnswer } from '../static/admission.ts';
import type { Manifest } from '../static/manifest.ts';
import type { PlanInput } from '../schedule/plan-context.ts';
import type { StaticInput } from './static-input.ts';
import { worldOf } from './world-of.ts';

/** What the hub refuses of the edits, for `plan`; what it refuses in any case is `lint`'s to say. */
export function refusalsOf(input: StaticInput): NonNullable<PlanInput['refusals']> {
  const { manifests } = input.read;
  const world = worldOf(input);
  const known = new Map<unknown, Manifest>(manifests.map((manifest) => [manifest, manifest]));
  return (placement) => {
    const manifest = known.get(placement);
    const denials = manifest === undefined ? [] : hubAnswer(manifest, world).change;
    return denials.map(({ message }) => `The hub refuses the edit: ${message}`);
  };
}
