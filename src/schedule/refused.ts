import { objectKey, type ObjectRef } from '../fleet/kubernetes/object.ts';
import { oncePer } from '../fleet/memo/once-per.ts';
import { overridesByItem } from './override/placement-overrides.ts';
import type { Planned, PlanInput, Refusal } from './plan-context.ts';

/** Why the hub refuses an object of the tree, or its edit, in whole sentences. */
export function refusalTexts(item: Planned, input: PlanInput): readonly string[] {
  return refusals(item, input).map(({ message }) => message);
}

/** Why the hub refuses edits of these objects, in whole sentences. */
export function refusedEdits(items: readonly Planned[], input: PlanInput): readonly string[] {
  return items.flatMap((item) => refusals(item, input).flatMap(({ message, isEdit }) => (isEdit ? [message] : [])));
}

/** Why the hub refuses an override of the tree, or its edit, in whole sentences. */
export function refusalsOfOverride(override: ObjectRef, input: PlanInput): readonly string[] {
  return refusedOverrides(input).get(objectKey(override)) ?? [];
}

const refusedOverrides = oncePer((input: PlanInput): ReadonlyMap<string, readonly string[]> => {
  const texts = [...overridesByItem(input.objects)].map(([item, { ref }]) => [objectKey(ref), refusalTexts(item, input)] as const);
  return new Map(texts.filter(([, refused]) => refused.length > 0));
});

function refusals(item: Planned, { refused }: PlanInput): readonly Refusal[] {
  return refused?.(item) ?? [];
}
