/**
 * The hub refuses an object before it stores it: for an unknown field, a value of the wrong type or outside its enum, or a missing field.
 * Source: the CRDs of the hub's version (`config/crd/bases` of KubeFleet) as `src/admission` executes them, with strict decoding as kubectl
 * requests it.
 */
import { fieldPath, valueAt } from '../../admission/denial.ts';
import type { Denial } from '../../admission/judge.ts';
import { isObject } from '../../fleet/json/json.ts';
import { parentPointer, pointerKeys } from '../../fleet/json/json-pointer.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import { listed } from '../../fleet/text/listed.ts';
import { AUTHORED_KINDS } from '../../fleet/kubefleet/kinds.ts';
import { hubAnswer } from '../answers/admission.ts';
import { isTextToKustomize } from '../world/kustomize-words.ts';
import { defineRule } from '../world/rule.ts';

export const schema = defineRule<Denial>({
  id: 'schema',
  summary: 'The hub refuses the object: its schema does not allow a field or value',
  effect: 'rejected',
  kinds: AUTHORED_KINDS.map(({ kind }) => kind),
  why: "The hub decodes every object strictly (kubectl's default) and checks it against the schema of its CRD before it stores it. With a misplaced or misspelled field, a value outside the enum, or a missing required field it returns an error, and the deploy stops halfway. Which fields exist differs between hub versions (`{--target}`).",
  remedy: 'Write the field as the API reference of the kind describes it, at the right place.',
  docs: 'https://kubefleet.dev/docs/api-reference/',
  message: ({ message }) => message,
  remedyFor: ({ hint }) => hint,
  serverMessageFor: ({ serverMessage }) => serverMessage,
  *check(manifest, world) {
    for (const denial of withoutEmptyObjects(withoutRepeatedEnums(hubAnswer(manifest, world).always), manifest.object)) {
      if ((denial.layer === 'decoding' || denial.layer === 'schema') && !isTextToKustomize(manifest, denial.pointer))
        yield { at: denial.pointer, part: denial.part, later: denial.later === true, fix: denial.fix, data: denial };
    }
  },
});

/** A value of another type is not in the enum either: its only finding has the values that are allowed. */
function withoutRepeatedEnums(denials: readonly Denial[]): readonly Denial[] {
  const mistyped = new Set(denials.flatMap(({ reason, pointer }) => (TYPE_REASONS.has(reason) ? [pointer] : [])));
  const enums = denials.filter(({ reason, pointer }) => reason === 'FieldValueNotSupported' && mistyped.has(pointer));
  if (enums.length === 0) return denials;
  return denials.flatMap((denial) => {
    if (enums.includes(denial)) return [];
    const { hint } = (TYPE_REASONS.has(denial.reason) && enums.find(({ pointer }) => pointer === denial.pointer)) || {};
    return [hint === undefined ? denial : { ...denial, hint }];
  });
}

const TYPE_REASONS: ReadonlySet<Denial['reason']> = new Set(['FieldUndecodable', 'FieldValueTypeInvalid']);

/** Of an empty object, all required fields are one finding. */
function withoutEmptyObjects(denials: readonly Denial[], object: KubeObject): readonly Denial[] {
  const isLacking = ({ reason, pointer }: Denial): boolean => {
    const holder = valueAt(object, parentPointer(pointer));
    return reason === 'FieldValueRequired' && isObject(holder) && Object.keys(holder).length === 0;
  };
  const lacking = Map.groupBy(denials.filter(isLacking), ({ pointer }) => parentPointer(pointer));
  return denials.flatMap((denial) => {
    const same = isLacking(denial) ? (lacking.get(parentPointer(denial.pointer)) ?? []) : [];
    if (same.length < 2) return [denial];
    if (same[0] !== denial) return [];
    const names = listed(
      same.map(({ pointer }) => `\`${pointerKeys(pointer).at(-1) ?? ''}\``),
      same.length,
    );
    const pointer = parentPointer(denial.pointer);
    const message = `\`${fieldPath(object, pointer)}\` is empty: ${names} are required.`;
    const { fix: _, ...rest } = denial;
    return [
      { ...rest, pointer, part: 'value', message, hint: /\/\d+$/.test(pointer) ? 'Write them, or remove the entry.' : 'Write them.' },
    ];
  });
}
