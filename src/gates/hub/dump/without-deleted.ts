import { groupOf, type KubeObject, objectKey, refOf } from '../../../fleet/kubernetes/object.ts';
import { type Coverage, coverageOf, isCoverage, statedIn } from './coverage.ts';

/**
 * Removes the objects of a dump that a later dump does not have, although it saw all objects of their kind: they were deleted in between.
 * Files without a coverage document keep their objects, because the time of their objects is not known.
 * @param files the objects of each file, in their order; a dump begins with its coverage document, and a file may hold several
 */
export function withoutDeleted(files: readonly (readonly KubeObject[])[]): {
  readonly objects: readonly KubeObject[];
  readonly deleted: readonly KubeObject[];
} {
  const dumps = files.flatMap(dumpsIn);
  const objects: KubeObject[] = [];
  const deleted: KubeObject[] = [];
  for (const dump of dumps) {
    const later = dumps.filter((other) => isLater(other, dump));
    for (const object of dump.objects)
      if (!isCoverage(object) && later.some((other) => lacks(other, object))) deleted.push(object);
      else objects.push(object);
  }
  return { objects, deleted };
}

interface Dump {
  readonly coverage?: Coverage;
  readonly objects: KubeObject[];
  readonly keys: Set<string>;
}

function dumpsIn(file: readonly KubeObject[]): readonly Dump[] {
  const dumps: Dump[] = [];
  for (const object of file) {
    if (isCoverage(object)) dumps.push({ coverage: coverageOf(object), objects: [], keys: new Set() });
    else if (dumps.length === 0) dumps.push({ objects: [], keys: new Set() });
    dumps.at(-1)?.objects.push(object);
    dumps.at(-1)?.keys.add(objectKey(refOf(object)));
  }
  return dumps;
}

function isLater(one: Dump, other: Dump): boolean {
  const [time, before] = [one.coverage?.takenAt?.getTime(), other.coverage?.takenAt?.getTime()];
  return time !== undefined && before !== undefined && time > before;
}

function lacks({ coverage, keys }: Dump, object: KubeObject): boolean {
  if (coverage === undefined || keys.has(objectKey(refOf(object)))) return false;
  const type = { group: groupOf(object.apiVersion), kind: object.kind };
  return statedIn([coverage], type, object.metadata.namespace)?.kind === 'seen';
}
