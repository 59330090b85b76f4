import { hubAnswer } from '../static/admission.ts';
import { makeWorld } from '../static/make-world.ts';
import type { Manifest } from '../static/manifest.ts';
import type { PlanInput } from '../schedule/plan-context.ts';
import type { StaticInput } from './static-input.ts';

/** What the hub refuses of the edits since the base, for `plan`; what it refuses in any case is `lint`'s to say. */
export function refusalsOf({ read, base, fleet, target }: StaticInput): NonNullable<PlanInput['refusals']> {
  const world = makeWorld({ target, now: fleet.now, manifests: read.manifests, decided: fleet.objects, base: base?.manifests ?? [] });
  const manifests = new Map<unknown, Manifest>(read.manifests.map((manifest) => [manifest, manifest]));
  return (_, after) => {
    const manifest = manifests.get(after);
    const denials = manifest === undefined ? [] : hubAnswer(manifest, world).change;
    return denials.map(({ message }) => `The hub refuses the edit: ${message}`);
  };
}
