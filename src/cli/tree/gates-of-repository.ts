import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../settings/settings.ts';
import { durationText } from '../../duration.ts';
import { DEFAULT_OPTIONS } from '../../gates/options.ts';
import { textOfFile } from '../../files/text-of-file.ts';
import type { RepositoryGate } from '../../static/world/repository-gate.ts';
import type { FoundConfig } from '../settings/config-file.ts';
import { gatesOfWorkflow, type GateDefaults } from './gates-of-workflow.ts';
import type { Io } from '../process/io.ts';
import { leadsOut, repositoryRoot } from '../git/repository.ts';

const WORKFLOWS = '.github/workflows';
/** GitHub's own size limit for a workflow. */
const MAX_BYTES = 512 * 1024;

/**
 * The gates in the repository's workflows, else the one that the configuration has settings for; none outside of a repository. Unreadable
 * files are left out, because the result is only used for advice.
 */
export async function gatesOfRepository(
  { config, file }: Pick<FoundConfig, 'config' | 'file'>,
  io: Io,
): Promise<readonly RepositoryGate[]> {
  const workflows = await workflowsOfRepository(io);
  const gates = workflows.flatMap(({ file: name, text }) =>
    text.includes('fleet-gate') ? gatesOfWorkflow(text, name, defaultsOf(config)) : [],
  );
  if (gates.length > 0 || config.gate?.timeout === undefined) return gates;
  return [{ place: file, ...defaultsOf(config) }];
}

/** The workflow that logs in to an Azure fleet, as a path from the root of the repository; `undefined` if there is none. */
export async function azureWorkflow(io: Io): Promise<string | undefined> {
  // A reusable workflow uses the hub of its callers.
  const logsIn = (text: string): boolean =>
    !/\bworkflow_call\b/.test(text) &&
    /uses:\s*["']?azure\/aks-set-context@/i.test(text) &&
    /Microsoft\.ContainerService\/fleets/i.test(text);
  return (await workflowsOfRepository(io)).find(({ text }) => logsIn(text))?.file;
}

async function workflowsOfRepository(io: Io): Promise<readonly { readonly file: string; readonly text: string }[]> {
  const root = repositoryRoot(io);
  const names = root === undefined || leadsOut(join(root, WORKFLOWS), root) ? [] : filesIn(join(root, WORKFLOWS));
  const texts = await Promise.all(names.map((name) => textOfFile(join(root ?? '', WORKFLOWS, name), MAX_BYTES).catch(() => '')));
  return names.map((name, index) => ({ file: `${WORKFLOWS}/${name}`, text: texts[index] ?? '' }));
}

function defaultsOf({ gate }: Config): GateDefaults {
  const timeout = gate?.timeout ?? DEFAULT_OPTIONS.timeout;
  return { timeout, timeoutText: durationText(timeout) };
}

function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .flatMap((entry) => (entry.isFile() && /\.ya?ml$/.test(entry.name) ? [entry.name] : []))
      .toSorted();
  } catch {
    return [];
  }
}
