import { callsOfPipeline, type PipelineCall } from './pipeline-calls.ts';

/**
 * The pipelines of a repository, each with the inputs of every other one that starts it. Files that only others start are among them. A
 * pipeline that no other one starts is there once, without inputs.
 * @param files from the top of the repository @param read gives an empty text for a file that is not there
 */
export async function pipelineRuns(
  files: readonly string[],
  read: (file: string) => Promise<string>,
): Promise<ReadonlyMap<string, readonly PipelineCall[]>> {
  const found = new Map(files.map((file): [string, PipelineCall] => [file, { file, inputs: new Map() }]));
  // Calls that are added here are read as well.
  for (const run of found.values()) {
    for (const call of callsOfPipeline(await read(run.file), run)) {
      if (call.file.startsWith('..') || found.size >= MOST_RUNS) continue;
      found.set(JSON.stringify([call.file, ...call.inputs]), call);
    }
  }
  const calls = Map.groupBy(
    [...found].filter(([key, { file }]) => key !== file).map(([, call]) => call),
    ({ file }) => file,
  );
  return new Map(
    [...new Set([...files, ...calls.keys()])].map((file) => [file, calls.get(file) ?? [{ file, inputs: new Map(), isFromOutside: true }]]),
  );
}

const MOST_RUNS = 600;
