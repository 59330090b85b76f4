import type { Effect, Finding, Severity } from '../../finding.ts';
import { isAddress } from '../facts/lint/permalink.ts';
import { clip, visible } from '../facts/words/visible.ts';
import { messageText } from './message-text.ts';

/** The description of a rule in SARIF. The shell takes it from the rules; without it, it is made from the findings. */
export interface RuleText {
  readonly id: string;
  readonly summary: string;
  readonly why: string;
  /** Our page about the rule. */
  readonly page?: string;
  readonly docs: string;
  /** Ids of former rules that are part of it, with their summaries. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** The text comes from a finding, not from the rule: it is not rendered as markdown. */
  readonly untrusted?: true;
}

/** SARIF's word for a severity. */
export const LEVELS: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', notice: 'note' };

/** GitHub refuses longer descriptions. */
const DESCRIPTION_LIMIT = 1024;

/** The id of the alert in code scanning. A different id would close the alert and open a new one. */
export function alertRuleOf({ rule, alias = rule }: Finding): string {
  return alias;
}

/** The rules of these findings, by id, with the descriptions in `known`. */
export function ruleList(findings: readonly Finding[], known: readonly RuleText[]): readonly { readonly id: string }[] {
  const used = Map.groupBy(findings, alertRuleOf);
  return [...used]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([id, [example]]) => {
      if (example === undefined) return [];
      const text = known.find((rule) => rule.id === example.rule);
      const { summary, aliases, ...words } = text ?? ruleTextOf(example);
      return [ruleOf(example, { ...words, id, summary: aliases?.[id] ?? summary })];
    });
}

/** The description of an unknown rule: the text of its finding is untrusted, so there is no markdown. */
function ruleTextOf({ rule, remedy, page, docs }: Finding): RuleText {
  const text = { id: rule, summary: rule.replaceAll('-', ' '), why: remedy, docs, untrusted: true } as const;
  return page === undefined ? text : { ...text, page };
}

function ruleOf(
  example: Finding,
  { id, summary, why, page = '', docs, untrusted }: RuleText,
): { readonly id: string; readonly [property: string]: unknown } {
  const help = [why, page, docs].filter((part) => part !== '').join('\n\n');
  const words = help === '' ? summary : help;
  const helpUri = [page, docs].find(isAddress);
  return {
    id,
    name: id.replaceAll(/(^|-)(\w)/g, (_, _dash, letter: string) => letter.toUpperCase()),
    shortDescription: { text: sentence(summary) },
    fullDescription: { text: sentence(why === '' ? summary : why) },
    help: { text: messageText(words), ...(untrusted === true ? {} : { markdown: visible(words) }) },
    ...(helpUri === undefined ? {} : { helpUri }),
    defaultConfiguration: { level: LEVELS[example.severity] },
    properties: {
      tags: ['kubernetes', 'kubefleet', example.effect satisfies Effect],
      precision: 'high',
      'problem.severity': problemSeverity(example.severity),
    },
  };
}

function problemSeverity(severity: Severity): string {
  return severity === 'notice' ? 'recommendation' : severity;
}

/** GitHub uses the first sentence as the title of the alert and refuses longer texts. */
function sentence(text: string): string {
  return clip(messageText(text), DESCRIPTION_LIMIT);
}
