import { EFFECT_TEXT, EFFECTS, type Effect, type Severity } from '../../finding.ts';
import { fleetKind } from '../../fleet/kubefleet/kinds.ts';
import { flagTerms, inTerms, type Terms } from '../../terms.ts';
import { BUILTIN } from '../suppress/builtin.ts';
import { ruleAddress } from './rule-address.ts';
import type { RuleFacts } from '../world/rule.ts';
import { RULES } from '../rules/index.gen.ts';
import { severityOf } from './to-finding.ts';

/** A rule in full, as `fleet-gate explain <id>` and its page of documentation show it. */
export interface RuleExplanation {
  readonly id: string;
  readonly summary: string;
  readonly effect: Effect;
  /** What the effect means for the object. */
  readonly effectText: string;
  /** Severity of its findings unless configured otherwise. */
  readonly severity: Severity;
  /** Where single findings are more or less grave than that. */
  readonly otherwise: readonly { readonly effect: Effect; readonly severity: Severity; readonly where: string }[];
  /** Kinds it judges, shortest form first; `every object` for all. */
  readonly kinds: readonly string[];
  /** What must be given for it to run; absent if manifests are enough. */
  readonly needs?: string;
  readonly why: string;
  readonly remedy: string;
  /** Our page of it. */
  readonly page: string;
  /** Public documentation of the fact; empty for findings about suppressions. */
  readonly docs: string;
  readonly options: Readonly<Record<string, string>>;
  readonly suppressible: boolean;
}

/** Every rule and built-in finding, by id. */
export function listRules(terms: Terms = flagTerms): readonly RuleExplanation[] {
  return [...RULES, ...Object.values(BUILTIN)].map((rule) => explanationOf(rule, terms)).toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

/** The rule or built-in finding of that id; `undefined` when there is none. */
export function explainRule(id: string, terms: Terms = flagTerms): RuleExplanation | undefined {
  return listRules(terms).find((rule) => rule.id === id);
}

function explanationOf(rule: RuleFacts, terms: Terms): RuleExplanation {
  const { id, summary, effect, remedy, docs, options = {} } = rule;
  const kinds =
    rule.kinds === '*'
      ? ['every object']
      : rule.kinds.toSorted((a, b) => Number(fleetKind(a)?.namespaced) - Number(fleetKind(b)?.namespaced));
  const needs =
    rule.needs === 'members' ? { needs: inTerms('the member clusters (`{--clusters}` or a kubeconfig of the hub)', terms) } : {};
  const suppressible = !id.startsWith('suppression-') && id !== 'yaml-syntax';
  return {
    id,
    summary,
    effect,
    effectText: EFFECT_TEXT[effect],
    severity: severityOf(rule),
    otherwise: otherwiseOf(rule, needs.needs !== undefined, terms),
    kinds,
    ...needs,
    why: inTerms(rule.why, terms),
    remedy,
    page: ruleAddress(id),
    docs,
    options,
    suppressible,
  };
}

/** What the rule says itself, and what the engine makes of it where the fleet may be bigger than the manifests say. */
function otherwiseOf(rule: RuleFacts, needsMembers: boolean, terms: Terms): RuleExplanation['otherwise'] {
  const said = EFFECTS.flatMap((effect) => {
    const where = rule.otherwise?.[effect];
    return where === undefined ? [] : [{ effect, severity: severityOf(rule, effect), where: inTerms(where, terms) }];
  });
  if (!needsMembers || rule.effect !== 'fails') return said;
  const where = 'the clusters are those of the manifests alone: the fleet may have others';
  return [...said, { effect: 'misbehaves', severity: severityOf(rule, 'misbehaves'), where }];
}
