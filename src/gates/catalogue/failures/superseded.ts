import { RUNS, onHub } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';
import type { Details } from '../failure.ts';
import { AGAIN_WHEN_GONE, HOLDS_LEAVING, WHO_DELETED } from '../leaving-object.ts';

/** True whatever the deploy contains: a run with a newer snapshot has moved its clusters. */
const OUTRUN: Details = {
  explain: '{winner} moved clusters that {target} had finished to newer content. {target} does not look at them again.',
  remedy: [`Look at the newer run instead: ${RUNS}`, 'Create a new run with this content if it should win.'],
};

const ROLLBACK = 'If it is a rollback and the GitOps controller takes longer, raise `gate.grace.sync`.';

/** `kubectl get` answers NotFound for as long as it is gone. */
const REMOVED: Details = {
  title: 'An object of this deploy was removed from the hub',
  explain:
    'The hub no longer has {object}, which this deploy applied: another deploy, a GitOps controller that prunes, or a person removed it, or it was in a namespace that was removed. KubeFleet removes it from the clusters too.',
  remedy: [
    `See whether the hub has it again, and who wrote it: ${onHub('get {objectArgs} -o yaml --show-managed-fields')}`,
    'If it is not found, look at what was deployed after this deploy. The audit log of the hub shows who removed it.',
    'Deploy again if it should be there.',
  ],
};

/** It is still there, until its finalizers are removed. */
const LEAVING: Details = {
  title: 'An object of this deploy is being deleted on the hub',
  explain:
    '{leaving} is being deleted on the hub, which cannot be undone. KubeFleet leaves out what is being deleted: the next resource snapshot does not hold {object}, and KubeFleet then removes it from the clusters.',
  remedy: [HOLDS_LEAVING, WHO_DELETED, AGAIN_WHEN_GONE],
};

/** Under External a run goes on with its own snapshot. */
const REMOVED_SINCE: Details = {
  title: 'An object of the run was removed from the hub',
  explain:
    'The hub no longer has {object}, which is in the resource snapshot of the run. The clusters keep it until another update run with a newer resource snapshot removes it from them.',
  remedy: REMOVED.remedy ?? [],
};

const LEAVING_SINCE: Details = {
  title: 'An object of the run is being deleted on the hub',
  explain:
    '{leaving} is being deleted on the hub, which cannot be undone. It is in the resource snapshot of the run. The clusters keep it until another update run with a newer resource snapshot removes it from them.',
  remedy: LEAVING.remedy ?? [],
};

export const superseded = defineFailure({
  id: 'superseded',
  title: 'A newer change replaced this deploy',
  docs: DOCS.snapshots,
  when: [
    { scope: 'placement', fact: 'content-replaced' },
    { scope: 'run', fact: 'content-replaced' },
    { scope: 'placement', fact: 'content-removed' },
    { scope: 'run', fact: 'content-removed' },
    { scope: 'placement', fact: 'content-held-earlier' },
    { scope: 'run', fact: 'content-held-earlier' },
    { scope: 'run', fact: 'run-outrun' },
  ],
  outcome: ({ fact, words }) => {
    if (words?.['isDelivered'] !== undefined) return 'info';
    // `kubectl replace --force` deletes an object and creates it again at once.
    if (fact === 'content-removed') return { kind: 'suspect', grace: 'snapshot', becomes: 'superseded' };
    // A rollback that a GitOps controller has not applied yet has the same facts. The usual controllers poll every three minutes.
    if (fact === 'content-held-earlier') return { kind: 'suspect', grace: 'sync', becomes: 'superseded' };
    return 'superseded';
  },
  details: ({ fact, words }) => {
    if (fact === 'run-outrun') return OUTRUN;
    if (fact !== 'content-removed') return words?.['absent'] === undefined ? {} : { remedy: [...(REMOVED.remedy ?? []), ROLLBACK] };
    const isLeaving = words?.['leaving'] !== undefined;
    if (words?.['isDelivered'] !== undefined) return isLeaving ? LEAVING_SINCE : REMOVED_SINCE;
    return isLeaving ? LEAVING : REMOVED;
  },
  explain:
    'The hub no longer has {object} as this deploy applied it: another deploy changed it, or it was removed. What is rolled out now is not this deploy. If this was already the case when the gate started, it may be a rollback that a GitOps controller has not applied yet; the gate waits for that during `gate.grace.sync`.',
  remedy: [
    `Look at the newer deploy instead. See who wrote last: ${onHub('get {objectArgs} -o yaml --show-managed-fields')}`,
    'Deploy again if your version should be the one.',
    ROLLBACK,
  ],
});
