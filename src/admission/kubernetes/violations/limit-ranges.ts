import { childPointer } from '../../../fleet/json/json-pointer.ts';
import { objectAt, type JsonObject } from '../../../fleet/json/json.ts';
import type { KubeObject } from '../../../fleet/kubernetes/object.ts';
import { entriesIn } from './entries.ts';
import { isMore, quantityAt } from './quantities.ts';
import { mistyped, repeated, wrongTogether, wrongValue, type Violation } from './violation.ts';

const TYPES = ['Container', 'PersistentVolumeClaim', 'Pod'];
const LISTS = ['min', 'max', 'default', 'defaultRequest', 'maxLimitRequestRatio'];
/** What of them is not to be more than what. */
const ORDER = [
  ['min', 'max'],
  ['min', 'default'],
  ['min', 'defaultRequest'],
  ['defaultRequest', 'default'],
  ['defaultRequest', 'max'],
  ['default', 'max'],
] as const;

/** Of LimitRanges. Source: `pkg/apis/core/validation/validation.go` of Kubernetes, ValidateLimitRange. */
export function* limitRangeViolations(object: KubeObject): Iterable<Violation> {
  const limits = entriesIn(objectAt(object, 'spec'), '/spec', 'limits');
  for (const { entry, pointer } of repeated(limits, (each) => each.entry['type']))
    yield wrongTogether(`${pointer}/type`, [entry['type']], 'is the type of another entry as well', 'Make one entry of the two.');
  for (const { entry, pointer } of limits) {
    yield* mistyped(`${pointer}/type`, entry['type'], TYPES);
    const isPod = entry['type'] === 'Pod';
    for (const list of isPod ? ['default', 'defaultRequest'] : [])
      if (Object.keys(objectAt(entry, list) ?? {}).length > 0)
        yield wrongTogether(`${pointer}/${list}`, [], 'cannot be set with `type: Pod`', 'Write it for `type: Container`.', [
          `${pointer}/type`,
        ]);
    const [least, most] = ['min', 'max'].map((list) => objectAt(entry, list)?.['storage']);
    if (entry['type'] === 'PersistentVolumeClaim' && (least ?? most) === undefined)
      yield wrongTogether(`${pointer}/max/storage`, [], 'is required without `min.storage`', 'Add one of the two.', [pointer]);
    yield* orderViolations(entry, pointer, isPod);
    if (isPod || entry['type'] === 'Container') yield* nameViolations(entry, pointer);
  }
}

function* orderViolations(entry: JsonObject, pointer: string, isPod: boolean): Iterable<Violation> {
  for (const [low, high] of ORDER) {
    // The others cannot be set for Pods.
    if (isPod && (low !== 'min' || high !== 'max')) continue;
    for (const name of Object.keys(objectAt(entry, low) ?? {})) {
      const [small, big] = [quantityAt(entry, low, name), quantityAt(entry, high, name)];
      if (!isMore(small, big)) continue;
      const says = `is more than \`${high}\`, ${big?.text}`;
      yield wrongTogether(
        childPointer(`${pointer}/${low}`, name),
        [small?.text, big?.text],
        says,
        `Write as much as \`${high}\` at most.`,
        [childPointer(`${pointer}/${high}`, name)],
      );
    }
  }
}

/** Others have a slash in their names. */
const OF_CONTAINERS: ReadonlySet<string> = new Set(['cpu', 'memory', 'ephemeral-storage']);

function* nameViolations(entry: JsonObject, pointer: string): Iterable<Violation> {
  for (const list of LISTS)
    for (const name of Object.keys(objectAt(entry, list) ?? {})) {
      if (OF_CONTAINERS.has(name) || name.startsWith('hugepages-') || name.includes('/')) continue;
      yield wrongValue(
        childPointer(`${pointer}/${list}`, name),
        name,
        'is no resource of a container',
        'Write `cpu` or `memory`, for example.',
      );
    }
}
