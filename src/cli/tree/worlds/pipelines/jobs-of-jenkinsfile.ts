import { posix } from 'node:path';
import type { PipelineJob, PipelineStep } from './pipeline-jobs.ts';
import { scriptWith, type Variables } from '../shell/script-variables.ts';

/**
 * The commands of a Jenkinsfile, by its stages: the texts of the steps `sh`, `bat`, `powershell` and `pwsh`, in the folder of `dir`, with
 * variables that the file sets to one text. What Groovy computes is not known.
 */
export function jobsOfJenkinsfile(text: string): readonly PipelineJob[] {
  const tokens = tokensIn(text);
  const variables = variablesIn(tokens);
  const jobs: PipelineStep[][] = [[]];
  const folders: (string | undefined)[] = [];
  let step: string | undefined;
  let folder: string | undefined;
  for (const { kind, value } of tokens) {
    if (kind === 'word') {
      if (value === 'stage') jobs.push([]);
      if (!ARGUMENTS.has(value)) step = STEPS.has(value) ? value : undefined;
    } else if (kind === 'text' && step === 'dir') folder = value;
    else if (kind === 'text' && step !== undefined) jobs.at(-1)?.push({ ...stepOf(value, variables), ...folderOf(folders) });
    else if (value === '{') {
      folders.push(folder);
      folder = undefined;
    } else if (value === '}') folders.pop();
  }
  return jobs.filter((job) => job.length > 0);
}

const STEPS = new Set(['sh', 'bat', 'powershell', 'pwsh', 'dir']);
/** Names of arguments, and values that are no text. */
const ARGUMENTS = new Set(['script', 'label', 'path', 'encoding', 'returnStdout', 'returnStatus', 'true', 'false']);

function stepOf(written: string, variables: Variables): PipelineStep {
  return { script: scriptWith(variables, written.replaceAll(/\$\{?env\.(\w+)\}?/g, '$${$1}')), written };
}

function folderOf(folders: readonly (string | undefined)[]): Pick<PipelineStep, 'folder'> {
  const inside = folders.filter((each) => each !== undefined);
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

interface Token {
  readonly kind: 'word' | 'text' | 'sign';
  /** Of a text, what is between its quotes. */
  readonly value: string;
}

/** The words, texts, braces and `=` of Groovy, without comments. A comment or a text without an end goes to the end of the file. */
function tokensIn(text: string): readonly Token[] {
  const found: Token[] = [];
  let at = 0;
  while (at < text.length) {
    const opening = OPENINGS.find((each) => text.startsWith(each, at));
    if (opening !== undefined) {
      const start = at + opening.length;
      const closing = CLOSINGS[opening] ?? opening;
      const end = endOf(text, closing, start);
      if (!(opening in CLOSINGS)) found.push({ kind: 'text', value: text.slice(start, end) });
      at = end + closing.length;
      continue;
    }
    WORD.lastIndex = at;
    const word = WORD.exec(text)?.[0];
    if (word !== undefined) found.push({ kind: 'word', value: word });
    else if ('{}='.includes(text[at] ?? '')) found.push({ kind: 'sign', value: text[at] ?? '' });
    at += word?.length ?? 1;
  }
  return found;
}

const OPENINGS = ["'''", '"""', "'", '"', '//', '/*'];
const CLOSINGS: Readonly<Record<string, string>> = { '//': '\n', '/*': '*/' };
const WORD = /[A-Za-z_]\w*/y;

/** Where a text or a comment ends; a backslash keeps a quote in its text. */
function endOf(text: string, closing: string, start: number): number {
  let end = text.indexOf(closing, start);
  while (end > start && /["']/.test(closing) && text[end - 1] === '\\') end = text.indexOf(closing, end + 1);
  return end < 0 ? text.length : end;
}
