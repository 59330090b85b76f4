import { EFFECT_TEXT, EFFECTS, type Effect, type Severity } from '../../finding.ts';
import { fleetKind } from '../../fleet/kubefleet/kinds.ts';
import { flagTerms, inTerms, type Terms } from '../../terms.ts';
import { BUILTIN } from '../suppress/builtin.ts';
import { ruleAddress } from './rule-address.ts';
import { idsOf, type RuleFacts } from '../world/rule.ts';
import { RULES } from '../rules/index.gen.ts';
import { severityOf } from './to-finding.ts';

/** All facts about a rule, as `fleet-gate explain <id>` and its documentation page show them. */
export interface RuleExplanation {
  readonly id: string;
  readonly summary: string;
  readonly effect: Effect;
  /** The meaning of the effect for the object. */
  readonly effectText: string;
  /** The severity of its findings, unless configured. */
  readonly severity: Severity;
  /** The cases in which a finding is more or less severe. */
  readonly otherwise: readonly { readonly effect: Effect; readonly severity: Severity; readonly where: string }[];
  /** The kinds it judges, in their shortest form; `every object` for all. */
  readonly kinds: readonly string[];
  /** The inputs that it needs; absent if manifests are enough. */
  readonly needs?: string;
  readonly why: string;
  readonly remedy: string;
  /** Our documentation page of it. */
  readonly page: string;
  /** Public documentation of the fact; empty for findings about suppressions. */
  readonly docs: string;
  readonly options: Readonly<Record<string, string>>;
  /** Ids of former rules that are part of it, with their summaries. */
  readonly aliases?: Readonly<Record<string, string>>;
  readonly suppressible: boolean;
}

/** All rules and built-in findings, by id. */
export function listRules(terms: Terms = flagTerms): readonly RuleExplanation[] {
  return [...RULES, ...Object.values(BUILTIN)].map((rule) => explanationOf(rule, terms)).toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

/** The rule or built-in finding of that id or alias; `undefined` if there is none. */
export function explainRule(id: string, terms: Terms = flagTerms): RuleExplanation | undefined {
  return listRules(terms).find((rule) => idsOf(rule).includes(id));
}

function explanationOf(rule: RuleFacts, terms: Terms): RuleExplanation {
  const { id, summary, effect, remedy, docs, options = {}, aliases } = rule;
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
    ...(aliases === undefined ? {} : { aliases }),
    suppressible,
  };
}

/** The rule's own cases, and the case that the engine adds if the fleet may have more clusters than the manifests. */
function otherwiseOf(rule: RuleFacts, needsMembers: boolean, terms: Terms): RuleExplanation['otherwise'] {
  const said = EFFECTS.flatMap((effect) => {
    const where = rule.otherwise?.[effect];
    return where === undefined ? [] : [{ effect, severity: severityOf(rule, effect), where: inTerms(where, terms) }];
  });
  if (!needsMembers || rule.effect !== 'fails') return said;
  const where = 'the clusters are known only from the manifests: the fleet may have others';
  return [...said, { effect: 'misbehaves', severity: severityOf(rule, 'misbehaves'), where }];
}
