import { prepareAdmission } from '../admission/prepare.ts';
import { newestTime } from '../fleet/kubefleet/newest-time.ts';
import type { KubeObject } from '../fleet/kubernetes/object.ts';
import type { LintReport, PlanReport } from '../report.ts';
import { planPlacements } from '../schedule/plan.ts';
import { lint } from '../static/judge/lint.ts';
import { makeWorld } from '../static/world/make-world.ts';
import { parseManifests } from '../static/read/parse-manifests.ts';
import { joinResults, type ReadResult } from '../static/read/read-result.ts';
import { RULES } from '../static/rules/index.gen.ts';
import { SAMPLE_REPO } from './sample-repo.gen.ts';

/** The sample repository as the linter reads it, and its member clusters. */
export interface Sample {
  readonly read: ReadResult;
  readonly members: readonly KubeObject[];
  /** The newest time in the members' status. */
  readonly now: Date;
}

export function readSample(): Sample {
  const read = joinResults(SAMPLE_REPO.map(({ path, text }) => parseManifests(text, path)));
  const members = read.manifests.map(({ object }) => object).filter(({ kind }) => kind === 'MemberCluster');
  return { read, members, now: newestTime(members) ?? new Date() };
}

/** The result of `lint --clusters fleet/members.yaml` on the sample. */
export async function lintSample({ read, members, now }: Sample): Promise<LintReport> {
  await prepareAdmission(
    read.manifests.map(({ object }) => object),
    'v0.3',
  );
  return lint(makeWorld({ target: 'v0.3', now, manifests: read.manifests, members }), read, { rules: RULES, today: now });
}

/** The result of `plan --clusters fleet/members.yaml` on the sample. */
export function planSample({ read, members, now }: Sample): PlanReport {
  return planPlacements({ objects: read.manifests, members, now, target: 'v0.3' });
}

/** The rules whose faults were planted, as the comments of the sample name them. */
export function plantedRules(): readonly string[] {
  return SAMPLE_REPO.flatMap(({ text }) => [...text.matchAll(/# planted: ([a-z-]+)/g)].map(([, rule = '']) => rule));
}
