import { writtenClusters } from '../clusters/write-clusters.ts';
import type { CommandRun } from '../output/run-result.ts';

/** `fleet-gate clusters` writes the member clusters of a hub to the file that lint and plan read, and says what changed in it. */
export const runClusters: CommandRun = async (invocation, io) => {
  const { said } = await writtenClusters(invocation, io);
  if (!invocation.switch('quiet')) io.stderr.write(`${said}\n`);
  return { exitCode: 0 };
};
