import { isDeepStrictEqual } from 'node:util';
import { enclosedObjects, isEnvelope } from '../../../fleet/kubefleet/envelope.ts';
import { isObject } from '../../../fleet/json/json.ts';
import { IMMUTABLE, invalidFields } from '../../../fleet/kubernetes/invalid-fields.ts';
import { objectKey, refOf } from '../../../fleet/kubernetes/object.ts';
import type { KubeObject, ObjectRef } from '../../../fleet/kubernetes/object.ts';
import type { PlacementContext } from '../../rollout/context.ts';

/**
 * Whether the judged content has another value of an immutable field than the snapshot before it, as a member says in its answer. If not,
 * or if this is not known, the member has the former value from elsewhere.
 */
export function editsImmutableField({ freshness, view }: PlacementContext, object: ObjectRef, answer: string): boolean {
  const faults = invalidFields(answer).filter(({ text }) => IMMUTABLE.test(text));
  if (faults.length === 0 || freshness.kind !== 'fresh' || freshness.group === undefined) return false;
  const { group } = freshness;
  const now = objectIn(group.objects, object);
  const before = (view.groups ?? [])
    .filter(({ index, whole }) => index < group.index && whole)
    .flatMap(({ objects }) => objectIn(objects, object) ?? [])[0];
  if (now === undefined || before === undefined) return false;
  return faults.some(({ field, text }) => {
    const [old, wanted] = [before, now].map((each) => without(valueAt(each, field), exceptionsIn(text)));
    return !isDeepStrictEqual(old, wanted);
  });
}

function objectIn(objects: readonly KubeObject[], ref: ObjectRef): KubeObject | undefined {
  const all = objects.flatMap((each) => (isEnvelope(each) ? enclosedObjects(each) : [each]));
  return all.find((each) => objectKey(refOf(each)) === objectKey(ref));
}

/** @param field as API servers write it: `spec.ports[0].nodePort` */
function valueAt(object: KubeObject, field: string): unknown {
  return [...field.matchAll(/[^.[\]]+/g)].reduce<unknown>(
    (value, [key]) => (Array.isArray(value) ? value[Number(key)] : isObject(value) ? value[key] : undefined),
    object,
  );
}

/** The fields that may change: `updates to statefulset spec for fields other than 'replicas', 'template' are forbidden`. */
function exceptionsIn(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(/'(\w+)'/g)].map(([, name = '']) => name));
}

function without(value: unknown, names: ReadonlySet<string>): unknown {
  return isObject(value) ? Object.fromEntries(Object.entries(value).filter(([key]) => !names.has(key))) : value;
}
