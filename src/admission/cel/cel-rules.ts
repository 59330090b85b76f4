import { childPointer } from '../../fleet/json/json-pointer.ts';
import { isObject, stringAt } from '../../fleet/json/json.ts';
import type { Contract } from '../contracts/contract.ts';
import { childNode, hasRules, type CelRule, type SchemaNode } from '../contracts/schema-node.ts';
import { compiledRule } from '../contracts/table.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import { oncePer } from '../../fleet/memo/once-per.ts';
import { fieldPath, type Denial } from '../denial.ts';
import { correspondent, hasDistinct } from '../list-types.ts';
import { isUnchanged } from '../unchanged.ts';
import type { Unjudged } from '../unjudged.ts';
import { holdsSecrets, NOT_SHOWN } from '../../secrets/holds-secrets.ts';
import { GENERATED_NAME_BASE } from '../object-meta.ts';
import { blamed, celCause, type RuledValue } from '../wording/cel-cause.ts';
import { celValue, type Conversion } from './cel-value.ts';
import type { CelContext, Outcome } from './cel-engine.ts';
import { outcomeOf } from './cel-operators.ts';
import { celEngine } from './load-cel.ts';

/**
 * The denials by the CEL rules of a kind for an object (after nulls, mutation and defaults). Rules that mention `oldSelf` run only if both
 * the old and the new value exist. If another rule is false for an unchanged value, it does not deny (CRD ratcheting); if it cannot be
 * evaluated, it does. Source: apiextensions-apiserver `pkg/apiserver/schema/cel/validation.go`.
 */
export function celRules({ object, contract, old, floats = [] }: CelInput): CelAnswer {
  const root = contract.schema;
  const answer = { denials: [], unjudged: [] };
  if (hasRules(root))
    judge(
      { object, conversion: { floats, done: new Map() }, ...answer },
      { node: root, pointer: '', value: object, old, unchanged: false },
    );
  return answer;
}

export interface CelAnswer {
  readonly denials: readonly Denial[];
  /** Rules that this engine cannot evaluate. */
  readonly unjudged: readonly Unjudged[];
}

export interface CelInput {
  readonly object: KubeObject;
  readonly contract: Contract;
  /** The stored object, for an update. */
  readonly old?: KubeObject | undefined;
  /** Pointers of whole numbers written as floats. */
  readonly floats?: readonly string[];
}

interface Judging {
  readonly object: KubeObject;
  readonly conversion: Conversion;
  readonly denials: Denial[];
  readonly unjudged: Unjudged[];
}

/** `old` is `undefined` if there was no value, or none that corresponds. */
interface PlaceOfRule extends RuledValue {
  /** The value, or a parent of it, did not change. */
  readonly unchanged: boolean;
}

function judge(judging: Judging, { node, pointer, value, old, unchanged: within }: PlaceOfRule): void {
  if (value === undefined || value === null || !hasRules(node)) return;
  const unchanged = within || (old !== undefined && isUnchanged(value, old, node, pointer));
  const place: PlaceOfRule = { node, pointer, value, old, unchanged };
  for (const rule of node.rules ?? []) judgeRule(judging, rule, place);
  if (Array.isArray(value)) {
    const items = childNode(node, 0);
    if (items === undefined || !hasRules(items)) return;
    for (const [at, entry] of value.entries())
      judge(judging, { node: items, pointer: childPointer(pointer, at), value: entry, old: correspondent(entry, old, node), unchanged });
    return;
  }
  if (!isObject(value)) return;
  for (const [key, child] of Object.entries(value)) {
    const below = childNode(node, key);
    if (below === undefined || !hasRules(below)) continue;
    judge(judging, {
      node: below,
      pointer: childPointer(pointer, key),
      value: child,
      old: isObject(old) ? old[key] : undefined,
      unchanged,
    });
  }
}

function judgeRule({ object, conversion, denials, unjudged }: Judging, rule: CelRule, place: PlaceOfRule): void {
  const { node, pointer, value, old, unchanged } = place;
  const transition = isTransition(rule);
  if (transition && (old === undefined || old === null)) return;
  const context = (): CelContext => {
    const self = celSelf(value, node, pointer, conversion);
    return transition ? { self, oldSelf: celSelf(old, node, pointer, { ...conversion, floats: [] }) } : { self };
  };
  const compiled = compiledRule(rule.rule);
  const outcome = compiled === undefined ? celEngine().evaluate(rule.rule, context) : outcomeOf(compiled, context);
  if (outcome === true || (outcome === false && unchanged && !transition)) return;
  const open = whyOpen(outcome, transition && hasDistinct(node));
  if (open !== undefined) {
    unjudged.push({ pointer, reason: `The CEL rule \`${rule.rule.trim()}\` cannot be evaluated here: ${open}.` });
    return;
  }
  const isHidden = holdsSecrets(object);
  const error = typeof outcome === 'object' && 'error' in outcome ? (isHidden ? NOT_SHOWN : outcome.error) : undefined;
  const said = rule.messageExpression === undefined || isHidden ? undefined : celEngine().text(rule.messageExpression, context);
  const cause = celCause(said === undefined ? rule : { ...rule, message: said }, error, place);
  const at = `${pointer}${error === undefined ? blamed(rule) : ''}`;
  denials.push({ part: 'value', field: at === '' ? '<nil>' : fieldPath(object, at), layer: 'cel', code: 422, ...cause });
}

/** Lists of type `set` and `map` are equal in any order, which this engine does not support. */
function whyOpen(outcome: Outcome, unordered: boolean): string | undefined {
  if (typeof outcome === 'object' && 'unjudged' in outcome) return outcome.unjudged;
  return unordered && outcome === false ? 'it may compare lists whose order does not matter' : undefined;
}

/** Whether a rule mentions the old value. */
const isTransition = oncePer(({ rule }: CelRule) => /\boldSelf\b/.test(rule));

/** Rules see only the name of the metadata, which is generated before they run. */
function celSelf(value: unknown, node: SchemaNode, pointer: string, conversion: Conversion): unknown {
  if (pointer !== '' || !isObject(value)) return celValue(value, node, conversion, pointer);
  const { metadata, ...rest } = value as unknown as KubeObject;
  // If all faults are collected at once, the names may not be texts.
  const [name = '', generateName = ''] = [stringAt(metadata, 'name'), stringAt(metadata, 'generateName')];
  const given = name === '' && generateName !== '' ? `${generateName.slice(0, GENERATED_NAME_BASE)}aaaaa` : name;
  return {
    ...(celValue(rest, node, conversion, '') as object),
    metadata: { name: given, ...(generateName === '' ? {} : { generateName }) },
  };
}
