import { TOO_LARGE } from '../api-words.ts';
import { oldWorkIn } from '../../observations/cluster/old-work.ts';
import { AGENT_PODS, BINDINGS, HEARTBEAT, HUB_LOG, SUPPORT, WORKS_LEFT } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';
import type { Details } from '../failure.ts';
import { policySentence, policyWords } from '../policy-sentence.ts';

const LOOK = `See the error on the binding: ${BINDINGS}`;

export const workSyncError = defineFailure({
  id: 'work-sync-error',
  title: 'The Works cannot be written',
  docs: DOCS.workSynchronized,
  when: [
    { scope: 'cluster', step: 'WorkSynchronized', status: 'False', reasons: ['SyncWorkFailed', 'WorkNeedSyncedOrUpdated'] },
    { scope: 'placement', fact: 'works-unwritten' },
  ],
  outcome: (observation) => (TOO_LARGE.test(observation.condition?.message ?? '') ? 'failed' : { kind: 'suspect', grace: 'member' }),
  details: ({ scope, condition }) => (scope === 'placement' ? ALONE : byMessage(condition?.message ?? '')),
  explain:
    'The hub agent could not write the Works, which hold what {cluster} should apply. It tries again. Most of these errors pass with a retry.',
  remedy: [LOOK, `Read the log of the hub agent: ${HUB_LOG}`],
});

/** Only the bindings have the error (KubeFleet pkg/controllers/placement/placement_status.go). */
const ALONE: Details = {
  explain:
    'The hub agent could not write the Works of some clusters. The placement does not say of which, nor why: only the bindings do, and they were not read.',
  remedy: [LOOK, `Read the log of the hub agent: ${HUB_LOG}`],
};

function byMessage(message: string): Details {
  if (oldWorkIn(message) !== undefined) return BEHIND_OLD_WORK;
  if (TOO_LARGE.test(message)) return OVER_LIMIT;
  if (LACKS_RIGHT.test(message)) return WITHOUT_RIGHT;
  const denial = policySentence(message);
  return denial === undefined ? {} : { title: denial, ...DENIED, words: policyWords(message) };
}

/** Kubernetes staging/src/k8s.io/apiserver/pkg/endpoints/handlers/responsewriters/errors.go. */
// bounded: a message is cut at 32,768 characters.
const LACKS_RIGHT = /is forbidden: User "[^"]*" cannot /;

const OVER_LIMIT: Details = {
  title: 'The content is too large for a Work',
  explain: 'The API server of the hub refuses the Work for {cluster}, because it is larger than a request may be. A retry does not help.',
  remedy: [LOOK, 'Split the content of {target} over several placements, or make its largest objects smaller.'],
};

const WITHOUT_RIGHT: Details = {
  title: 'The hub agent does not have the right to write the Works',
  explain:
    'The hub refuses its own agent the Works for {cluster}: the user that the message names lacks a right. A retry does not help until it has it.',
  remedy: [
    LOOK,
    'Give that user the right back: the roles of the hub agent come with its installation. Look for a change of its ClusterRole or ClusterRoleBinding.',
    SUPPORT,
  ],
};

const DENIED: Details = {
  explain: 'A policy or an admission webhook of the hub refuses the Works that hold what {cluster} should apply.',
  remedy: [LOOK, 'Change the policy or the webhook of the hub so that it lets the hub agent write Works.'],
};

const BEHIND_OLD_WORK: Details = {
  title: 'An old Work is still being deleted',
  explain:
    'The hub can write the content for {cluster} only after a Work of the same name is gone. That Work belongs to a deleted placement of this name, or to the time before {cluster} was released and picked again. It is deleted when the member agent of {cluster} has removed its objects.',
  remedy: [
    `See which Work is being deleted, and what it holds: ${WORKS_LEFT}`,
    `Check that the member agent runs: ${HEARTBEAT}, and on {cluster} ${AGENT_PODS}`,
    'Look on {cluster} for finalizers on those objects. When they are gone, the hub continues by itself.',
    SUPPORT,
  ],
};
