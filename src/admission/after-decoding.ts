import type { KubeObject } from '../fleet/kubernetes/object.ts';
import type { Admission, Extras } from './admission.ts';
import { celRules } from './cel/cel-rules.ts';
import type { Contract } from './contracts/contract.ts';
import { applyDefaults, withoutNulls } from './defaulting.ts';
import { blocksCel, type Denial } from './denial.ts';
import { mutation } from './mutation.ts';
import { objectMeta } from './object-meta.ts';
import { structuralSchema } from './structural-schema.ts';
import { type Unjudged, unjudgedKeywords } from './unjudged.ts';
import { isCertain, isJudged } from './unresolved.ts';
import { webhookRules } from './webhooks/webhook-rules.ts';

/** The steps of an object from decoding to storage: nulls, defaults, mutating webhook, schema, CEL rules, validating webhooks. */
export function afterDecoding(object: KubeObject, contract: Contract, extras: Extras, old: KubeObject | undefined): Admission {
  const { schema } = contract;
  let stored = withoutNulls(object, schema) as KubeObject;
  applyDefaults(stored, schema);
  const { unresolved = [] } = extras;
  const open: Unjudged[] = [];
  if (contract.kind === 'ClusterResourcePlacement' && extras.webhooks !== 'off') {
    const mutated = mutation(object, stored, contract, isJudged(unresolved));
    if (mutated.denial !== undefined) return { denials: [mutated.denial], object, unjudged: [] };
    stored = mutated.object;
    applyDefaults(stored, schema);
    for (const unjudged of mutated.unjudged) open.push(unjudged);
  }
  delete (stored as Record<string, unknown>)['status'];
  const given = { ...extras, unresolved: [...unresolved, ...open.map(({ pointer }) => pointer)] };
  const { denials, unjudged } = verdict(stored, contract, given, old);
  return { denials, object: stored, unjudged: [...open, ...unjudged] };
}

function verdict(stored: KubeObject, contract: Contract, extras: Extras, old: KubeObject | undefined): Omit<Admission, 'object'> {
  const { unresolved = [], webhooks, kinds, goesOn = false } = extras;
  const judged = isJudged(unresolved);
  const isTooLarge = contract.mostValues !== undefined && countValues(stored, contract.mostValues) > contract.mostValues;
  const ofValues = isTooLarge ? [] : structuralSchema(stored, contract, old);
  const ofSchema = [...objectMeta(stored, old), ...ofValues].filter(({ pointer }) => judged(pointer));
  const keywords = isTooLarge ? [TOO_LARGE] : unjudgedKeywords(stored, contract.schema);
  if (blocksCel(ofSchema) && !goesOn) return { denials: ofSchema, unjudged: keywords };
  const certain = isCertain([...unresolved, ...(goesOn ? pointersOf(ofSchema) : [])]);
  const ofRules = celRules({ object: stored, contract, old, floats: floatsOf(extras, contract) });
  const unjudged = [...keywords, ...ofRules.unjudged];
  const invalid = [...ofSchema, ...ofRules.denials.filter(({ pointer }) => certain(pointer))];
  if ((invalid.length > 0 && !goesOn) || webhooks === 'off') return { denials: invalid, unjudged };
  const settled = isCertain([...unresolved, ...pointersOf(invalid)]);
  const refused = webhookRules({ object: stored, profile: contract.profile, old, kinds }).filter(({ pointer }) => settled(pointer));
  const shown = contract.origin === 'profile' ? refused : refused.map((denial) => ofProfile(denial, contract));
  return { denials: [...invalid, ...shown], unjudged };
}

const TOO_LARGE: Unjudged = { pointer: '', reason: 'The object has too many values to check against such a complex schema.' };

/** The number of values in a value, including itself. Stops when it exceeds `most`. */
function countValues(value: unknown, most: number): number {
  let count = 0;
  const open: unknown[] = [value];
  while (open.length > 0 && count <= most) {
    const next = open.pop();
    count += 1;
    if (typeof next === 'object' && next !== null) for (const inner of Object.values(next)) open.push(inner);
  }
  return count;
}

/** The pointers of denials about a part of the object. A denial of the whole object or spec does not stop the rules for its parts. */
function pointersOf(denials: readonly Denial[]): readonly string[] {
  return denials.map(({ pointer }) => pointer).filter((pointer) => pointer !== '' && pointer !== '/spec');
}

/** The mutating webhook rewrites all numbers as Go prints them. */
function floatsOf({ floats = [], webhooks }: Extras, { kind }: Contract): readonly string[] {
  return kind === 'ClusterResourcePlacement' && webhooks !== 'off' ? [] : floats;
}

/** A hub does not show the rules of its webhooks, so these are the rules of the profile. */
function ofProfile(denial: Denial, { profile }: Contract): Denial {
  return { ...denial, message: `${denial.message} (A rule of the webhooks of hub profile ${profile}; the hub does not show its own.)` };
}
