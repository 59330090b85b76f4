import { exceededQuota } from './exceeded-quota.ts';
import type { Details } from './failure.ts';

/** The quota for the title, and the requested and used amount of each of its resources. */
export function quotaDetails(message: string): Details {
  const exceeded = exceededQuota(message);
  if (exceeded === undefined) return {};
  const { quota, resources } = exceeded;
  return {
    title: `Quota ${quota} has no room: ${resources.map(({ name }) => name).join(', ')}`,
    evidence: resources.map(
      ({ name, requested, used, limited }) => `quota ${quota}: ${name}: ${requested} more requested, ${used} of ${limited} used`,
    ),
  };
}
