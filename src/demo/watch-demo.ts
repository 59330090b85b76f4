import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXIT_CODES } from '../report.ts';
import { PLAIN, type Styler } from '../report/text/terminal.ts';
import { temporaryFolder } from '../static/read/files/temporary-folder.ts';
import type { DemoIo } from './demo-io.ts';
import { startEmbeddedHub } from './hub/embedded-hub.ts';
import { type Chapter, watchedStory } from './story/watched-story.ts';

/** Runs `fleet-gate` with these arguments and prints its report. Resolves with the exit code. */
type Watch = (argv: readonly string[]) => Promise<number>;

/**
 * `fleet-gate demo watch`: a placement that was good fails on one cluster, is still bad with the next check, and is good again.
 * @returns 0 if the four checks ended with 0, 1, 1 and 0
 */
export async function runWatchDemo(io: DemoIo, watch: Watch, style: Styler = PLAIN): Promise<number> {
  const say = (line = ''): void => io.stdout.write(`${line}\n`);
  const hub = await startEmbeddedHub();
  const temporary = temporaryFolder('demo');
  const codes: number[] = [];
  try {
    const at = (name: string): string => join(temporary.path, name);
    writeFileSync(at('kubeconfig'), hub.kubeconfig(), { mode: 0o600 });
    const check = async (title: string, chapter?: Chapter): Promise<void> => {
      if (io.signal.aborted) return;
      if (chapter !== undefined) hub.play(watchedStory(chapter));
      say(`${style.bold(title)}\n${style.dim('fleet-gate watch --once --state watch.json')}\n`);
      codes.push(await watch(['watch', '--once', '--state', at('watch.json'), '--kubeconfig', at('kubeconfig')]));
      say();
    };
    say('A placement that was rolled out an hour ago. The hub is an API server of this process.\n');
    await check('1. All is good', 'good');
    await check('2. A new policy on oslo has refused the Deployment for six minutes', 'refused');
    await check('3. The next check: it is still bad, and there is no new change');
    await check('4. The policy accepts it again', 'good again');
    if (io.signal.aborted) return EXIT_CODES.cancelled;
    if (codes.join() === '0,1,1,0') return EXIT_CODES.passed;
    say(`The demo did not go as planned: exit codes ${codes.join(', ')}`);
    return EXIT_CODES.failed;
  } finally {
    await hub.close();
    temporary.remove();
  }
}
