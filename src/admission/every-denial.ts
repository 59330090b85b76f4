import { parentPointer } from '../fleet/json/json-pointer.ts';
import { isObject } from '../fleet/json/json.ts';
import type { HubProfile } from '../fleet/kubefleet/kinds.ts';
import type { KubeObject } from '../fleet/kubernetes/object.ts';
import type { Admission, Extras, Previous } from './admission.ts';
import { profileContracts } from './contracts/contract.ts';
import { commonDenials, denialKey, valueAt, type Denial } from './denial.ts';
import { admitCreate, admitUpdate } from './judge.ts';
import { corrected, correctionOf, type Correction } from './correction.ts';
import { KNOWN_KINDS } from './webhooks/webhook-rules.ts';
import { isCertain } from './unresolved.ts';
import { kindsExcept } from './webhooks/hub-kinds.ts';

/**
 * All that the hub reports about an object while its author corrects the errors of each answer. The order is: unknown fields, then schema
 * and CEL rules, then webhooks. Later denials are marked. They are included only if they remain however the author corrects the earlier
 * errors. The returned object is the one that is stored then.
 * @param previous what the hub has of the object, on an update
 */
export function everyDenial(object: KubeObject, profile: HubProfile, extras: Extras = {}, previous?: Previous): Admission {
  const admit = (variant: KubeObject, more: Extras): Admission =>
    previous === undefined ? admitCreate(variant, profile, more) : admitUpdate(variant, previous, profile, more);
  const first = admit(object, extras);
  const contract = (extras.contracts ?? profileContracts(profile)).find(object);
  if (first.denials.length === 0 || first.denials.length > MOST_MENDED) return first;
  if (contract === undefined || !isObject(object.metadata)) return first;
  const known = new Set(first.denials.map(denialKey));
  const later: Denial[] = [];
  const corrections: Correction[] = [];
  let { object: stored, unjudged } = first;
  for (let pending = first.denials; pending.length > 0;) {
    for (const denial of pending) corrections.push(correctionOf(denial, object, contract));
    const variants = corrected(object, corrections);
    if (variants === undefined) break;
    const open = corrections.flatMap((correction) => correction.open);
    const unresolved = [...(extras.unresolved ?? []), ...open];
    const kinds = kindsExcept(extras.kinds ?? KNOWN_KINDS, selectorsWithFaultyKind([...first.denials, ...later], object));
    const answers = variants.map((variant) => admit(variant, { ...extras, unresolved, duplicateKeys: [], goesOn: true, kinds }));
    ({ object: stored, unjudged } = answers[0] ?? { object: stored, unjudged });
    const certain = isCertain(open);
    pending = commonDenials(answers.map(({ denials }) => denials)).filter(
      (denial) =>
        !known.has(denialKey(denial)) &&
        (valueAt(object, denial.pointer) !== undefined || (certain(denial.pointer) && !mayBeMisnamed(denial, first.denials))),
    );
    for (const denial of pending) {
      known.add(denialKey(denial));
      later.push({ ...denial, later: true });
    }
  }
  return { object: stored, denials: [...first.denials, ...later], unjudged };
}

/** With more errors than this, later denials do not help the author, and the search takes too long. */
const MOST_MENDED = 1000;

/** The webhook stops at the first kind that the hub does not have. */
function selectorsWithFaultyKind(denials: readonly Denial[], object: KubeObject): readonly unknown[] {
  return denials.flatMap(({ layer, pointer }) =>
    layer === 'webhook' && pointer.endsWith('/kind') ? [valueAt(object, pointer.slice(0, -'/kind'.length))] : [],
  );
}

/** Whether a missing field may be what an unknown field beside it was meant to be. */
function mayBeMisnamed({ pointer }: Denial, denials: readonly Denial[]): boolean {
  const parent = parentPointer(pointer);
  return denials.some((denial) => denial.reason === 'FieldUnknown' && parentPointer(denial.pointer) === parent);
}
