import { commandDemo, type CommandDemoIo } from './command-demo.ts';
import { type Chapter, watchedStory } from './story/watched-story.ts';

/**
 * `fleet-gate demo watch`: a placement that was good fails on one cluster, is still bad with the next check, and is good again.
 * @returns the exit code of the demo
 */
export function runWatchDemo(io: CommandDemoIo): Promise<number> {
  return commandDemo(io, [0, 1, 1, 0], async ({ hub, at, say, show }) => {
    const check = async (title: string, chapter?: Chapter): Promise<void> => {
      if (chapter !== undefined) hub.play(watchedStory(chapter));
      await show(title, 'fleet-gate watch --once --state watch.json', ['watch', '--once', '--state', at('watch.json')]);
    };
    say('A placement that was rolled out an hour ago. The hub is an API server of this process.\n');
    await check('1. All is good', 'good');
    await check('2. A new policy on oslo has refused the Deployment for six minutes', 'refused');
    await check('3. The next check: it is still bad, and there is no new change');
    await check('4. The policy accepts it again', 'good again');
    return undefined;
  });
}
