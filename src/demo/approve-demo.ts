import { conditionsAt, findCondition } from '../fleet/kubernetes/condition.ts';
import { PLACEMENT_GROUP } from '../fleet/kubefleet/kinds.ts';
import { commandDemo, type CommandDemoIo } from './command-demo.ts';
import { approvalStory, BROKEN, HEALED, RUN } from './story/approval-story.ts';

/**
 * `fleet-gate demo approve`: an update run asks for an approval while its canary cluster is broken, and then is good again.
 * @returns the exit code of the demo; it passes if the first `approve` refused and the second one approved
 */
export function runApproveDemo(io: CommandDemoIo): Promise<number> {
  return commandDemo(io, [1, 0], async ({ hub, say, show }) => {
    const act = (title: string): Promise<void> => show(title, `fleet-gate approve csur/${RUN}`, ['approve', `csur/${RUN}`]);
    say('A staged update run has updated its canary cluster and waits for an approval. The hub is an API server of this process.\n');
    const play = hub.play(approvalStory(), {
      onMark: (note) => {
        if (note === BROKEN) return act('1. The pods on the canary cluster are not available any more');
        return note === HEALED ? act('2. They are available again') : undefined;
      },
    });
    await play.done;
    const request = hub.store.find(PLACEMENT_GROUP, 'ClusterApprovalRequest', undefined, `${RUN}-after-canary`);
    const approved = findCondition(conditionsAt(request, 'status', 'conditions'), 'Approved');
    if (approved?.status !== 'True' || approved.observedGeneration !== 1) return `Approved ${approved?.status ?? 'not written'}`;
    say(`On the hub now: Approved True ${approved.reason}\n  ${approved.message}`);
    return undefined;
  });
}
