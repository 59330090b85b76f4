import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { conditionsAt, findCondition } from '../fleet/kubernetes/condition.ts';
import { PLACEMENT_GROUP } from '../fleet/kubefleet/kinds.ts';
import { EXIT_CODES } from '../report.ts';
import { PLAIN, type Styler } from '../report/text/terminal.ts';
import { temporaryFolder } from '../static/read/files/temporary-folder.ts';
import type { DemoIo } from './demo-io.ts';
import { startEmbeddedHub } from './hub/embedded-hub.ts';
import { approvalStory, BROKEN, HEALED, RUN } from './story/approval-story.ts';

/** Runs `fleet-gate` with these arguments and prints its report. Resolves with the exit code. */
type Approve = (argv: readonly string[]) => Promise<number>;

/**
 * `fleet-gate demo approve`: an update run asks for an approval while its canary cluster is broken, and then is good again.
 * @returns 0 if the first `approve` refused and the second one approved
 */
export async function runApproveDemo(io: DemoIo, approve: Approve, style: Styler = PLAIN): Promise<number> {
  const say = (line = ''): void => io.stdout.write(`${line}\n`);
  const chapter = (title: string): void => say(`${style.bold(title)}\n${style.dim(`fleet-gate approve csur/${RUN}`)}\n`);
  const hub = await startEmbeddedHub();
  const temporary = temporaryFolder('demo');
  const codes: number[] = [];
  try {
    const kubeconfig = join(temporary.path, 'kubeconfig');
    await writeFile(kubeconfig, hub.kubeconfig(), { mode: 0o600 });
    const act = async (title: string): Promise<void> => {
      if (io.signal.aborted) return;
      chapter(title);
      codes.push(await approve(['approve', `csur/${RUN}`, '--kubeconfig', kubeconfig]));
      say();
    };
    say('A staged update run has updated its canary cluster and waits for an approval. The hub is an API server of this process.\n');
    const play = hub.play(approvalStory(), {
      onMark: (note) => {
        if (note === BROKEN) return act('1. The pods on the canary cluster are not available any more');
        return note === HEALED ? act('2. They are available again') : undefined;
      },
    });
    await play.done;
    if (io.signal.aborted) return EXIT_CODES.cancelled;
    const request = hub.store.find(PLACEMENT_GROUP, 'ClusterApprovalRequest', undefined, `${RUN}-after-canary`);
    const approved = findCondition(conditionsAt(request, 'status', 'conditions'), 'Approved');
    if (codes.join() !== '1,0' || approved?.status !== 'True' || approved.observedGeneration !== 1) {
      say(`The demo did not go as planned: exit codes ${codes.join(', ')}, Approved ${approved?.status ?? 'not written'}`);
      return EXIT_CODES.failed;
    }
    say(`On the hub now: Approved True ${approved.reason}\n  ${approved.message}`);
    return EXIT_CODES.passed;
  } finally {
    await hub.close();
    temporary.remove();
  }
}
