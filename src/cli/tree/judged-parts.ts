import { oncePer } from '../../fleet/memo/once-per.ts';
import { NO_PART } from '../../static/compare/tree-parts.ts';
import type { Manifest } from '../../static/world/manifest.ts';
import type { StaticInput } from './static-input.ts';
import { partsOf } from './tree-part-inputs.ts';
import { without } from './undeployed/deployed-input.ts';

type Parts = readonly [StaticInput, ...(readonly StaticInput[])];

/**
 * The parts of a tree that rules judge. What the change deploys is judged without the objects that it no longer deploys, as if their files were
 * gone. These themselves, and what no known deployer applies, are judged together with all files.
 */
export const judgedParts = oncePer((input: StaticInput): Parts => {
  const { gone } = input;
  if (gone === undefined) return partsOf(input);
  // Rules about removed objects judge those of the base.
  const were = new Set(input.base?.manifests);
  const isDeployed = (manifest: Manifest): boolean => were.has(manifest) || !gone.isAsWritten(manifest);
  const [first, ...others] = partsOf(without(input, gone.isGone)).map((part) => about(part, isDeployed));
  const own = new Set(input.read.manifests.filter(gone.isAsWritten));
  const asWritten = partsOf(input)
    .filter(({ read, part }) => read.manifests.some((manifest) => own.has(manifest) && part?.judged.has(manifest) !== false))
    .map((part) => about(part, (manifest) => own.has(manifest)));
  return first === undefined ? partsOf(input) : [first, ...others, ...asWritten];
});

/** The part, of which only some manifests are judged. */
function about(input: StaticInput, isJudged: (manifest: Manifest) => boolean): StaticInput {
  const { manifests } = input.read;
  const whole = { key: NO_PART, manifests, judged: new Set([...manifests, ...(input.base?.manifests ?? [])]), moved: new Set<Manifest>() };
  const part = input.part ?? whole;
  return { ...input, part: { ...part, judged: new Set([...part.judged].filter(isJudged)) } };
}
