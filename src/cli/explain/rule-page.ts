import type { RuleExplanation } from '../../static/judge/explain.ts';
import { capitalised } from '../../fleet/text/capitalised.ts';

/**
 * The page of a rule as markdown: the content of `docs/rules/<id>.md`, and the output of `fleet-gate explain <id>`.
 * @param example our output for a fixture, with a heading; empty if there is none
 */
export function rulePage(rule: RuleExplanation, example: string): string {
  const {
    id,
    summary,
    effect,
    effectText,
    severity,
    otherwise,
    kinds,
    needs,
    why,
    remedy,
    docs,
    options,
    aliases = {},
    suppressible,
  } = rule;
  const rows = [
    ['Effect', `${effect}: ${effectText}`],
    ['Severity', severity],
    ...otherwise.map((other) => [`${capitalised(other.severity)} (${other.effect})`, `if ${other.where}`]),
    ['Checks', kinds.join(', ')],
    ...(needs === undefined ? [] : [['Needs', needs]]),
    ...Object.entries(options).map(([name, about]) => [`Option \`${name}\``, about]),
    ...Object.entries(aliases).map(([former, about]) => [`Former rule \`${former}\``, about]),
  ];
  return [
    `# ${id}`,
    '',
    `${summary}.`,
    '',
    '| | |',
    '|---|---|',
    ...rows.map(([name, text]) => `| ${name} | ${text} |`),
    '',
    '## Why',
    '',
    why,
    '',
    ...(docs === '' ? [] : [`Read more: <${docs}>`, '']),
    '## What to do',
    '',
    remedy,
    '',
    ...(example === '' ? [] : [example, '']),
    ...(suppressible
      ? [
          '## Accept it',
          '',
          'On the line of the finding or the one above:',
          '',
          '```yaml',
          `# fleet-gate-ignore ${id}: the reason (until 2027-01-01)`,
          '```',
          '',
        ]
      : []),
  ].join('\n');
}

/** The page at the address of a former rule. */
export function aliasPage(alias: string, { id, aliases = {} }: RuleExplanation): string {
  return [
    `# ${alias}`,
    '',
    `${aliases[alias]}.`,
    '',
    `This is part of [${id}](${id}.md). Settings and suppressions of \`${alias}\` still apply to it, in addition to those of \`${id}\`.`,
    '',
  ].join('\n');
}
