import type { PlanReport } from '../report.ts';
import { planPlacements } from '../schedule/plan.ts';
import type { Sample } from './sample-lint.ts';

/** What `plan --clusters fleet/members.yaml` makes of the sample. */
export function planSample({ read, members, now }: Sample): PlanReport {
  return planPlacements({ objects: read.manifests, members, now, target: 'v0.3' });
}
