import { posix } from 'node:path';
import type { PipelineJob, PipelineStep } from './pipeline-step.ts';
import { type Block, LoginsOfBlocks } from './logins-of-blocks.ts';
import { type Token, tokensIn } from './tokens-of-groovy.ts';
import { scriptWith, type Variables } from '../shell/script-variables.ts';

/**
 * The commands of a Jenkinsfile, by its stages: the texts of the steps `sh`, `bat`, `powershell` and `pwsh`, in the folder of `dir`, with
 * variables that the file sets to one text. What Groovy computes is not known. A step begins with the login of the blocks around it.
 */
export function jobsOfJenkinsfile(text: string): readonly PipelineJob[] {
  const tokens = tokensIn(text);
  const variables = variablesIn(tokens);
  const jobs: PipelineStep[][] = [[]];
  const blocks: Block[] = [];
  const logins = new LoginsOfBlocks(tokens);
  let step: string | undefined;
  let folder: string | undefined;
  for (const [index, { kind, value }] of tokens.entries()) {
    if (kind === 'word') {
      if (value === 'stage') jobs.push([]);
      if (!ARGUMENTS.has(value)) step = STEPS.has(value) ? value : undefined;
      logins.set(index, blocks);
    } else if (kind === 'text' && step === 'dir') folder = value;
    else if (kind === 'text' && step !== undefined) {
      const job = jobs.at(-1) ?? [];
      job.push(...logins.before(job, blocks), { ...stepOf(value, variables), ...folderOf(blocks) });
    } else if (value === '{') {
      blocks.push({ folder, ...logins.opened(index) });
      folder = undefined;
    } else if (value === '}') blocks.pop();
  }
  return jobs.filter((job) => job.length > 0);
}

const STEPS = new Set(['sh', 'bat', 'powershell', 'pwsh', 'dir']);
/** Names of arguments, and values that are no text. */
const ARGUMENTS = new Set(['script', 'label', 'path', 'encoding', 'returnStdout', 'returnStatus', 'true', 'false']);

function stepOf(written: string, variables: Variables): PipelineStep {
  return { script: scriptWith(variables, written.replaceAll(/\$\{?env\.(\w+)\}?/g, '$${$1}')), written };
}

function folderOf(blocks: readonly Block[]): Pick<PipelineStep, 'folder'> {
  const inside = blocks.flatMap((block) => block.folder ?? []);
  return inside.length === 0 ? {} : { folder: posix.join(...inside) };
}

function variablesIn(tokens: readonly Token[]): Variables {
  const found = new Map<string, string | undefined>();
  for (const [index, { kind, value }] of tokens.entries()) {
    const [sign, text] = [tokens[index + 1], tokens[index + 2]];
    if (kind !== 'word' || sign?.value !== '=') continue;
    const plain = text?.kind === 'text' && !text.value.includes('$') ? text.value : undefined;
    found.set(value, found.has(value) && found.get(value) !== plain ? undefined : plain);
  }
  return found;
}
