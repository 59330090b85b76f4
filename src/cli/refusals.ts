import { judgeCreate, judgeUpdate, type Denial } from '../admission/judge.ts';
import type { HubProfile } from '../fleet/kinds.ts';
import type { PlanInput } from '../schedule/plan-context.ts';

/**
 * What a hub of this profile refuses of an edit because of what the placement was before, for a plan with a base. What it refuses in any case
 * is `lint`'s to say, and a placement it never took has no edit.
 */
export function refusalsOf(target: HubProfile): NonNullable<PlanInput['refusals']> {
  return (before, after) => {
    if (judgeCreate(before.object, target, { unresolved: before.unresolved ?? [] }).length > 0) return [];
    const extras = { unresolved: after.unresolved ?? [] };
    const always = new Set(judgeCreate(after.object, target, extras).map(identity));
    const denials = judgeUpdate(after.object, { manifest: before.object, how: 'apply' }, target, extras);
    return denials.filter((denial) => !always.has(identity(denial))).map(({ message }) => `The hub refuses the edit: ${message}`);
  };
}

function identity({ pointer, message }: Denial): string {
  return `${pointer} ${message}`;
}
