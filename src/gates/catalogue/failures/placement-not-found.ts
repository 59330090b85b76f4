import { NOT_RECURSIVE, onHub } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';
import type { Details } from '../failure.ts';

const CHECK = `Check the name, the namespace and the hub: ${onHub('get {targetArgs}')}`;
const SYNCHRONISED =
  'If a GitOps controller applies the manifests, give the gate the manifests (`{--manifests}`), or start it after the controller has synchronized.';
const RUN_EXPLAINED =
  '{target} does not exist on the hub: it was never created, or it was deleted before the gate started. Without a run nothing is rolled out. The gate waits for it: `gate.grace.run`, or `gate.grace.sync` if the deploy contains it, because a GitOps controller may still create it.';
const RUN_AGAIN = 'Create the run. If it was deleted, the audit log of the hub shows by whom.';

/** Files need not contain the whole hub. */
const NOT_IN_FILES: Details = {
  title: 'No object of its kind was read',
  explain: 'No object of the kind of {target} was read, so whether it is on the hub is not known, and nothing of it can be checked.',
  remedy: [
    `Add it to the files, with its bindings, snapshots and Works: ${onHub('get {targetArgs} -o yaml')}`,
    'Or write all that a check reads: `fleet-gate snapshot {hubFlags} {targetName}`',
  ],
};

/** The hub did not answer, or does not let it be read. */
const NOT_ANSWERED: Details = {
  title: 'No object of its kind was read',
  explain:
    'No object of the kind of {target} was read from the hub, so whether it is there is not known, and nothing of it can be checked.',
  remedy: [`See whether the hub answers, and lets it be read: ${onHub('get {targetArgs}')}`, 'Check again as soon as it does.'],
};

export const placementNotFound = defineFailure({
  id: 'placement-not-found',
  title: 'The placement or run is not on the hub',
  docs: DOCS.placement,
  when: [
    { scope: 'placement', fact: 'placement-absent' },
    { scope: 'run', fact: 'run-absent' },
    { scope: 'placement', fact: 'placement-pending' },
    { scope: 'run', fact: 'run-pending' },
  ],
  details: ({ scope, fact, words }) => {
    if (words?.['unread'] !== undefined) return words['unread'] === 'files' ? NOT_IN_FILES : NOT_ANSWERED;
    const sent = fact === 'placement-pending' || fact === 'run-pending' ? [NOT_RECURSIVE] : [];
    return scope === 'run'
      ? { title: 'The update run is not on the hub', explain: RUN_EXPLAINED, remedy: [CHECK, RUN_AGAIN, ...sent, SYNCHRONISED] }
      : { title: 'The placement is not on the hub', remedy: [CHECK, ...sent, SYNCHRONISED] };
  },
  outcome: ({ fact }) => {
    if (fact === 'placement-pending' || fact === 'run-pending') return { kind: 'suspect', grace: 'sync' };
    // A run is created for each rollout, often by the step before. A placement exists already, or its name is wrong.
    return fact === 'run-absent' ? { kind: 'suspect', grace: 'run', answered: true } : 'failed';
  },
  explain:
    '{target} does not exist on the hub, so it rolls out nothing of this deploy. If the deploy contains it, a GitOps controller may still create it; the gate waits for that during `gate.grace.sync`.',
  remedy: [CHECK, SYNCHRONISED],
});
