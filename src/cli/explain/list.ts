import { EFFECT_TEXT, EFFECTS } from '../../finding.ts';
import type { Failure } from '../../gates/catalogue/failure.ts';
import { counted } from '../../report/facts/words/words.ts';
import type { Styler } from '../../report/text/terminal.ts';
import type { RuleExplanation } from '../../static/judge/explain.ts';
import type { Found } from './find-failures.ts';
import { row } from '../command-line/row.ts';

type Rule = Pick<RuleExplanation, 'id' | 'summary' | 'effect' | 'severity'>;
type Known = Pick<Failure, 'id' | 'title' | 'when'>;

/** Lists rules by their effect and failures by where they appear, for a terminal. */
export function listText(rules: readonly Rule[], failures: readonly Known[], width: number, style: Styler): string {
  const block = (title: string, entries: readonly { readonly id: string; readonly text: string }[]): readonly string[] => {
    const column = Math.max(...entries.map(({ id }) => id.length)) + 4;
    return entries.length === 0 ? [] : [style.bold(title), ...entries.map(({ id, text }) => row(id, text, width, column)), ''];
  };
  const groups = [
    ...EFFECTS.map((effect) => ({
      title: `Rules, before the deploy: ${EFFECT_TEXT[effect]}`,
      entries: rules.filter((rule) => rule.effect === effect).map(({ id, summary }) => ({ id, text: summary })),
    })),
    ...Object.entries(SCOPES).map(([scope, where]) => ({
      title: `Failures, after the deploy: ${where}`,
      entries: failures.filter(({ when }) => when[0]?.scope === scope).map(({ id, title }) => ({ id, text: title })),
    })),
  ];
  return [...groups.flatMap(({ title, entries }) => block(title, entries)), '`fleet-gate explain ID` shows one in full.', ''].join('\n');
}

/** The failures that match a text, with a line that says why, for a terminal. */
export function foundText({ as, failures }: Found, width: number, style: Styler): string {
  const column = Math.max(...failures.map(({ id }) => id.length)) + 4;
  return [
    style.bold(`${counted(failures.length, 'failure')} for ${as}`),
    ...failures.map(({ id, title }) => row(id, title, width, column)),
    '',
    '`fleet-gate explain ID` shows one in full.',
    '',
  ].join('\n');
}

/** Where a failure appears first. */
const SCOPES: Readonly<Record<Known['when'][number]['scope'], string>> = {
  placement: 'of a placement',
  run: 'of an update run',
  cluster: 'on a cluster',
  manifest: 'of an object on a cluster',
};

/** All rules as a markdown table, with links to the pages in the same folder. */
export function ruleTable(rules: readonly Rule[]): string {
  return [
    '| Rule | Severity | Effect | What it finds |',
    '|---|---|---|---|',
    ...rules.map(({ id, severity, effect, summary }) => `| [${id}](${id}.md) | ${severity} | ${effect} | ${summary} |`),
  ].join('\n');
}

/** All failures as a markdown table, by id. */
export function failureTable(failures: readonly Known[]): string {
  const rows = failures.toSorted((a, b) => (a.id < b.id ? -1 : 1)).map(({ id, title }) => `| [${id}](${id}.md) | ${title} |`);
  return ['| id | in one line |', '|---|---|', ...rows].join('\n');
}
