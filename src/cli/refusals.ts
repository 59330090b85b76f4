import { hubAnswer } from '../static/admission.ts';
import type { Manifest } from '../static/manifest.ts';
import type { PlanInput } from '../schedule/plan-context.ts';
import type { StaticInput } from './static-input.ts';
import { worldOf } from './world-of.ts';

type Refusals = NonNullable<PlanInput['refusals']>;

/** What the hub refuses of the edits. */
export function refusedEdits(input: StaticInput): Refusals {
  return refusals(input, 'change', (message) => `The hub refuses the edit: ${message}`);
}

/** What it refuses in any case. */
export function refusedPlacements(input: StaticInput): Refusals {
  return refusals(input, 'always', (message) => message);
}

function refusals(input: StaticInput, part: 'always' | 'change', sentence: (message: string) => string): Refusals {
  const { manifests } = input.read;
  const world = worldOf(input);
  const known = new Map<unknown, Manifest>(manifests.map((manifest) => [manifest, manifest]));
  return (placement) => {
    const manifest = known.get(placement);
    const denials = manifest === undefined ? [] : hubAnswer(manifest, world)[part];
    return denials.map(({ message }) => sentence(message));
  };
}
