import { labelSelector, type LabelRequirement, type LabelSelector } from './label-selector.ts';

/**
 * A label selector as kubectl reads it: `env=prod,tier!=cache,region in (eu, us),!canary`. `invalid` says what is wrong with one.
 * Source: apimachinery `pkg/labels/selector.go` (`Parse`).
 */
export function labelSelectorOfText(text: string): LabelSelector {
  const matchExpressions: LabelRequirement[] = [];
  for (const part of partsOf(text)) {
    const requirement = requirementOf(part);
    if (requirement === undefined) return { requirements: [], invalid: `"${part}" is no label requirement` };
    matchExpressions.push(requirement);
  }
  return labelSelector({ matchExpressions }) ?? { requirements: [] };
}

/** At the commas that are in no parentheses. */
function partsOf(text: string): readonly string[] {
  return text.split(/,(?![^(]*\))/).map((part) => part.trim());
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
