import type { Io, Terminal } from '../cli/io.ts';
import { isObject } from '../fleet/json.ts';
import type { Report } from '../report.ts';
import { FLAG_INPUTS, OWN_INPUTS } from './inputs.ts';

/**
 * The tool speaks of flags (`--manifests`); whoever reads a workflow knows inputs (`manifests`). What it says is put into their words here,
 * on its way to GitHub. Commands to copy (`kubectl … --namespace shop`) stay as they are.
 */
export function inInputWords(text: string): string {
  return text
    .split(COMMAND)
    .map((part, index) =>
      index % 2 === 1
        ? part
        : part
            .replaceAll(FORMAT, (_, format: 'json' | 'sarif') => FILE_INPUTS[format])
            .replaceAll('--format:', '`report-file` and `sarif-file`:')
            .replaceAll(FLAG, toInput),
    )
    .join('');
}

/** A report with its sentences in the words of the inputs; names, quotes of the hub and everything else stay. */
export function reportInInputWords(report: Report): Report {
  return translated(report) as Report;
}

/** The same world, with what the tool writes to the log in the words of the inputs; it comes in whole lines. */
export function ioInInputWords(io: Io): Io {
  return { ...io, stdout: inputWordsTo(io.stdout), stderr: inputWordsTo(io.stderr) };
}

function inputWordsTo(terminal: Terminal): Terminal {
  return { ...terminal, write: (text) => terminal.write(inInputWords(text)) };
}

const COMMAND = /(\b(?:kubectl|fleet-gate|git|gh|az) [^`);\n]*)/;
const FORMAT = /(?<![\w-])--format (json|sarif)=/g;
const FILE_INPUTS = { json: '`report-file` ', sarif: '`sarif-file` ' } as const;
/** With the placeholder of its value, as help texts have it; one that says how to write the value is kept. */
const FLAG = /(`?)(?<![\w-])--([a-z]+(?:-[a-z]+)*)(?: [A-Z]{2,}(?![\w=…]))?(`?)/g;
const INPUTS: ReadonlyMap<string, boolean> = new Map([
  ...OWN_INPUTS.map((name) => [name, name === 'plan'] as const),
  ...FLAG_INPUTS.map((flag) => [flag.name, flag.value === undefined] as const),
]);

function toInput(whole: string, open: string, name: string, close: string): string {
  const isSwitch = INPUTS.get(name);
  if (isSwitch === undefined) return whole;
  const word = isSwitch ? `${name}: true` : name;
  // A code span that goes on after the flag keeps its own end.
  return open === '`' && close === '' ? `\`${word}` : `\`${word}\``;
}

/** The fields that hold sentences of the tool. */
const SENTENCES = new Set(['message', 'remedy', 'title', 'explain', 'reason', 'summary', 'caution']);

function translated(value: unknown, isSentence = false): unknown {
  if (typeof value === 'string') return isSentence ? inInputWords(value) : value;
  if (Array.isArray(value)) return value.map((item: unknown) => translated(item, isSentence));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, translated(item, SENTENCES.has(key))]));
}
