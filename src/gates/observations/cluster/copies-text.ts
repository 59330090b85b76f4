import { enclosedEntries, isEnvelope } from '../../../fleet/kubefleet/envelope.ts';
import type { Condition } from '../../../fleet/kubernetes/condition.ts';
import { displayName, objectKey, refOf, type ObjectRef } from '../../../fleet/kubernetes/object.ts';
import type { Reason } from '../../../fleet/kubefleet/reasons.ts';
import { listed } from '../../../fleet/text/listed.ts';
import type { PlacementContext } from '../../rollout/context.ts';
import { copiesOf } from '../../view/copies.ts';
import { newestContent } from './ownership.ts';

/**
 * Where the placement has the copies of an object that it sends twice, one clause for each place. The list of selected objects shows an
 * envelope, but not what it holds. Empty if the content is not known, or has the object once.
 */
export function copiesText(context: PlacementContext, ref: ObjectRef, { reason }: Condition): readonly string[] {
  if (!OF_COPIES.has(reason ?? '')) return [];
  const copies = copiesOf(newestContent(context) ?? [], ref);
  if (copies.length < 2) return [];
  return [...new Set(copies)].map((source) => {
    if (!isEnvelope(source)) return `${displayName(context.view.ref)} selects it directly`;
    const keys = enclosedEntries(source).flatMap(([key, object]) => (objectKey(refOf(object)) === objectKey(ref) ? [key] : []));
    return `${displayName(refOf(source))} holds it in data at ${listed(keys, 5)}`;
  });
}

/** Reasons for which a placement can have two copies of an object. */
const OF_COPIES: ReadonlySet<string> = new Set<Reason>(['Duplicated', 'FailedToTakeOver']);
