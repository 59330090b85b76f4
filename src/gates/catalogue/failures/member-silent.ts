import { AGENT_PODS, HEARTBEAT, HUB_PODS, MEMBER } from '../commands.ts';
import { DOCS } from '../docs.ts';
import type { Observation } from '../../observations/observation.ts';
import { defineFailure } from '../failure.ts';

const AGENT = `Check the member agent on {cluster}, and its network to the hub: ${AGENT_PODS}`;
const STEPS = [`See when the hub last heard from it: ${HEARTBEAT}`, AGENT];

const GONE = 'If the cluster is gone for good, remove it from the fleet.';

/** A time after the last heartbeats of a dump makes every member of it silent. */
const OLD_FILES =
  'If the hub was read from files, the heartbeats are as old as the files: check them at the time at which they were written.';

/** For files without a time. */
const TIMELESS = ['Check again with the time at which the files were written ({--now}).', `Compare it with the time now: ${HEARTBEAT}`];

export const memberSilent = defineFailure({
  id: 'member-silent',
  title: 'The member does not answer',
  docs: DOCS.applied,
  when: [{ scope: 'cluster', fact: 'member-silent' }],
  // The grace period is measured from the last heartbeat, not from the start of the gate.
  outcome: ({ lastedMs = 0 }, { grace }) => (lastedMs >= grace.heartbeat ? 'failed' : { kind: 'suspect', grace: 'heartbeat' }),
  details: ({ words }) =>
    words?.['behind'] !== undefined
      ? {
          title: 'It is not known whether the member answers',
          explain:
            'The files do not show when they were written. In them the last heartbeat of {cluster} is {behind} older than that of {newest}. Either the clock of {newest} is ahead, or {cluster} has sent no heartbeat since then.',
          remedy: TIMELESS,
        }
      : words?.['concluded'] !== undefined
        ? {
            title: 'The heartbeat of the member may be of the future',
            explain:
              'The files do not show when they were written. In them the last heartbeat of {cluster} is {ahead} newer than most other times. Either its clock is ahead, or the other members have sent no heartbeat since then.',
            remedy: TIMELESS,
          }
        : words?.['ahead'] !== undefined
          ? {
              title: 'The heartbeat of the member is of the future',
              explain:
                'The last heartbeat of {cluster} is {ahead} ahead of the clock of the hub, so it does not show when it was sent. What it runs now is not known.',
              remedy: [
                `Compare it with the time now: ${HEARTBEAT}`,
                'Correct the clock of the nodes of {cluster}, or that of the hub.',
                AGENT,
                OLD_FILES,
              ],
            }
          : words?.['all'] === 'true'
            ? {
                title: 'No member of the fleet answers',
                explain: `No member cluster has sent a heartbeat${words['allAge'] === undefined ? '' : ' for {allAge}'}, so it is not verified what any of them runs. Either the hub records no heartbeats, or no cluster of the fleet can reach the hub.`,
                remedy: [`Check that the hub agent runs: ${HUB_PODS}`, ...STEPS, OLD_FILES],
              }
            : words?.['neverHeard'] === 'true'
              ? {
                  title: 'The hub has no heartbeat of the member',
                  explain: `The status of {cluster} on the hub has no heartbeat${bornBefore(words)}. What it runs now is not known.`,
                  remedy: [`See what the hub knows about it: ${MEMBER}`, AGENT, GONE],
                }
              : {
                  explain: `{cluster} has sent no heartbeat${heard(words)}. What it runs now is not known, although the hub still reports it as joined and healthy.`,
                },
  explain: '{cluster} has sent no heartbeat. What it runs now is not known, although the hub still reports it as joined and healthy.',
  remedy: [...STEPS, GONE],
});

function heard(words: Observation['words']): string {
  return words?.['age'] === undefined ? '' : ' for {age}';
}

function bornBefore(words: Observation['words']): string {
  return words?.['age'] === undefined ? '' : ', and the MemberCluster is {age} old';
}
