import { labelSelector, type LabelRequirement, type LabelSelector } from './label-selector.ts';

/**
 * Parses a label selector as kubectl does: `env=prod,tier!=cache,region in (eu, us),!canary`. `invalid` holds the error, if there is one.
 * Source: apimachinery `pkg/labels/selector.go` (`Parse`).
 */
export function labelSelectorOfText(text: string): LabelSelector {
  const matchExpressions: LabelRequirement[] = [];
  for (const part of requirementTexts(text)) {
    const requirement = requirementOf(part);
    if (requirement === undefined) return { requirements: [], invalid: `"${part}" is not a label requirement` };
    matchExpressions.push(requirement);
  }
  return labelSelector({ matchExpressions }) ?? { requirements: [] };
}

/** A label selector as kubectl takes it; empty for one that matches everything. */
export function labelSelectorText({ requirements }: LabelSelector = { requirements: [] }): string {
  return requirements.map(requirementText).join(',');
}

function requirementText({ key, operator, values }: LabelRequirement): string {
  if (operator === 'Exists' || operator === 'DoesNotExist') return operator === 'Exists' ? key : `!${key}`;
  const [only = '', ...others] = values;
  if (others.length === 0) return `${key}${operator === 'In' ? '=' : '!='}${only}`;
  return `${key} ${operator === 'In' ? 'in' : 'notin'} (${values.join(', ')})`;
}

/**
 * The requirements of a selector, split at the commas outside of parentheses: after such a comma the next parenthesis opens, or there is
 * none.
 */
export function requirementTexts(text: string): readonly string[] {
  const parts: string[] = [];
  let end = text.length;
  let isWithin = false;
  for (let at = text.length - 1; at >= 0; at -= 1) {
    const sign = text[at];
    if (sign === ')' || sign === '(') isWithin = sign === ')';
    if (sign !== ',' || isWithin) continue;
    parts.push(text.slice(at + 1, end).trim());
    end = at;
  }
  return [...parts, text.slice(0, end).trim()].toReversed();
}

const KEY = '[A-Za-z0-9][A-Za-z0-9_./-]*';
const EQUALITY = new RegExp(`^(${KEY})\\s*(=|==|!=)\\s*([A-Za-z0-9_.-]*)$`);
const SET = new RegExp(`^(${KEY})\\s+(in|notin)\\s*\\(([^()]*)\\)$`);
const EXISTENCE = new RegExp(`^(!?)\\s*(${KEY})$`);

function requirementOf(part: string): LabelRequirement | undefined {
  const [, key, sign, value = ''] = EQUALITY.exec(part) ?? [];
  if (key !== undefined) return { key, operator: sign === '!=' ? 'NotIn' : 'In', values: [value] };
  const [, of, word, list = ''] = SET.exec(part) ?? [];
  if (of !== undefined) return { key: of, operator: word === 'in' ? 'In' : 'NotIn', values: list.split(',').map((entry) => entry.trim()) };
  const [, not, name] = EXISTENCE.exec(part) ?? [];
  return name === undefined ? undefined : { key: name, operator: not === '!' ? 'DoesNotExist' : 'Exists', values: [] };
}
