import { ConfigError } from '../../errors.ts';
import { nearest } from '../../fleet/nearest.ts';
import { FAILURES } from '../../gates/catalogue/index.gen.ts';
import { PLAIN, wrap, type Styler } from '../../report/terminal.ts';
import { explainRule, listRules } from '../../static/explain.ts';
import { styler } from '../output.ts';
import type { CommandRun } from '../command.ts';

/** `fleet-gate explain [ID]`: a rule or a failure in full; without an id, the list of both. */
export const runExplain: CommandRun = (invocation, io) => {
  const [id, ...rest] = invocation.positionals;
  if (rest.length > 0) throw new ConfigError(`explain takes one id, not ${rest.length + 1}`);
  const style = styler(invocation, io);
  const width = Math.min(io.stdout.isTTY ? io.stdout.columns : 100, 100);
  io.stdout.write(id === undefined ? list(width, style) : page(id, width, style));
  return Promise.resolve({ exitCode: 0 });
};

function list(width: number, style: Styler): string {
  const rules = listRules().map(({ id, summary }) => ({ id, text: summary }));
  const failures = FAILURES.map(({ id, title }) => ({ id, text: title })).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const column = Math.max(...[...rules, ...failures].map(({ id }) => id.length)) + 4;
  const rows = (entries: readonly { id: string; text: string }[]): string[] =>
    entries.map(({ id, text }) => `  ${id.padEnd(column - 2)}${wrap(text, width, column)}`);
  return [
    style.bold('Rules (before the deploy)'),
    ...rows(rules),
    '',
    style.bold('Failures (after the deploy)'),
    ...rows(failures),
    '',
  ].join('\n');
}

function page(id: string, width: number, style: Styler): string {
  const rule = explainRule(id);
  if (rule !== undefined) {
    const { summary, why, remedy, docs, effectText, severity, kinds, needs } = rule;
    const facts = [
      `Effect: ${effectText} (${severity})`,
      `Kinds: ${kinds.join(', ')}`,
      ...(needs === undefined ? [] : [`Needs: ${needs}`]),
      ...(docs === '' ? [] : [`Docs: ${docs}`]),
    ];
    return lines(id, summary, width, style, [why, `Remedy: ${remedy}`], facts);
  }
  const failure = FAILURES.find((candidate) => candidate.id === id);
  if (failure !== undefined) {
    const { title, explain, remedy, docs, seeAlso } = failure;
    const facts = [`Docs: ${docs}`, ...(seeAlso === undefined ? [] : [`Found before the deploy by: ${seeAlso}`])];
    return lines(id, title, width, style, [explain, ...remedy.map((step, index) => `${index + 1}. ${step}`)], facts);
  }
  const hint = nearest(
    id,
    [...listRules(), ...FAILURES].map((entry) => entry.id),
  );
  throw new ConfigError(`no rule or failure "${id}"${hint === undefined ? '' : `; did you mean ${hint}?`} (fleet-gate explain lists them)`);
}

function lines(
  id: string,
  title: string,
  width: number,
  style: Styler = PLAIN,
  paragraphs: readonly string[],
  facts: readonly string[],
): string {
  return [style.bold(`${id}: ${title}`), '', ...paragraphs.flatMap((text) => [wrap(text, width, 0), '']), ...facts, ''].join('\n');
}
