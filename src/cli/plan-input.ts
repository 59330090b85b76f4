import type { PlanInput } from '../schedule/plan-context.ts';
import { refusalsOf } from './refusals.ts';
import type { StaticInput } from './static-input.ts';

/** What the scheduler's twin starts from; `undefined` where nobody said which member clusters there are. */
export function planInput(input: StaticInput): PlanInput | undefined {
  const { read, target, base } = input;
  const { members, objects, now } = input.fleet;
  if (members === undefined) return undefined;
  const compared = base === undefined ? {} : { base: base.manifests, refusals: refusalsOf(input) };
  return { objects: read.manifests, members, now, existing: objects, target, ...compared };
}
