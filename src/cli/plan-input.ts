import type { PlanInput } from '../schedule/plan-context.ts';
import { hubAfter } from './hub-after.ts';
import { refusedEdits } from './refusals.ts';
import type { StaticInput } from './static-input.ts';

/** What the scheduler's twin starts from; `undefined` where the member clusters are not known. */
export function planInput(input: StaticInput): PlanInput | undefined {
  const { read, target, base } = input;
  const { members, objects, now, hub } = input.fleet;
  if (members === undefined) return undefined;
  return {
    objects: read.manifests,
    members,
    now,
    existing: objects,
    target,
    ...(base === undefined ? {} : { base: base.manifests }),
    ...(hub === undefined ? {} : { hub: hubAfter(hub, read.manifests, base?.manifests ?? []) }),
    ...(base === undefined && hub === undefined ? {} : { refusals: refusedEdits(input) }),
  };
}
