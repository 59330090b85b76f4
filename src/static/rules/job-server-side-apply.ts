/**
 * A member creates a Job with a selector of its own, and every later server-side apply tries to set the empty one that was sent. Source:
 * `pkg/controllers/workapplier/apply.go` (apply), the same in v0.3.1 and main. Seen on a hub of v0.3.1: without force `conflict with
 * "work-api-agent"` within seconds, with force `field is immutable`. With ClientSideApply, every change arrives.
 */
import { PLACEMENT_KINDS } from '../../fleet/kubefleet/kinds.ts';
import { stringAt } from '../../fleet/json/json.ts';
import { listed } from '../../fleet/text/listed.ts';
import { displayName } from '../../fleet/kubernetes/object.ts';
import { manifestRef } from '../world/identity.ts';
import { isJobWithEmptySelector } from '../placing/job-with-empty-selector.ts';
import { placedBy } from '../placing/placements-of-object.ts';
import { isResolved } from '../world/resolved.ts';
import { defineRule } from '../world/rule.ts';

export const jobServerSideApply = defineRule<{ readonly jobs: readonly string[] }>({
  id: 'job-server-side-apply',
  summary: 'ServerSideApply of a Job, whose selector cannot be applied twice',
  effect: 'fails',
  kinds: PLACEMENT_KINDS,
  why: 'An API server generates the selector of each Job. KubeFleet removes the selector of the hub before it sends the Job, which leaves an empty selector. The clusters create the Job with a selector of their own. Each later apply asks for the empty selector, and every API server refuses that. The message is a conflict with `work-api-agent`; with `serverSideApplyConfig.force` it is `field is immutable`. `Applied` of the placement becomes False some seconds after it was True, without an edit, and later changes of the Job are not applied. ClientSideApply leaves the selector alone. A Job with `manualSelector: true` keeps its own.',
  remedy: 'Use the default `ClientSideApply` in the placement of the Job.',
  docs: 'https://kubefleet.dev/docs/troubleshooting/placementapplied',
  message: ({ jobs }) => `Server-side apply of ${listed(jobs, 3)} fails from the second apply on: it asks for an empty selector.`,
  *check(manifest, world) {
    const at = '/spec/strategy/applyStrategy/type';
    if (stringAt(manifest.object, 'spec', 'strategy', 'applyStrategy', 'type') !== 'ServerSideApply' || !isResolved(manifest, at)) return;
    const placed = placedBy(manifest, world).filter(isJobWithEmptySelector);
    if (placed.length === 0) return;
    const related = placed.slice(0, 3).map((job) => ({ manifest: job, at: '', message: 'the Job' }));
    yield { at, data: { jobs: placed.map((job) => displayName(manifestRef(job))).toSorted() }, related };
  },
});
