import { onHub } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

export const runNotStarted = defineFailure({
  id: 'run-not-started',
  title: 'The run was not started',
  docs: DOCS.run,
  when: [{ scope: 'run', fact: 'run-not-started' }],
  outcome: 'waitingForPerson',
  explain: '{target} has made its plan and waits: its spec.state is Initialize, which is the default.',
  remedy: [
    `See its plan: ${onHub('get {targetArgs} -o yaml')}`,
    `If the plan is right, start it. The rollout begins at once: ${onHub('patch {targetArgs} --type=merge -p \'{"spec":{"state":"Run"}}\'')}`,
  ],
  foundBy: [{ rule: 'run-not-started' }],
});
