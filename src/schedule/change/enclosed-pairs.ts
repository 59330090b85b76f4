import { objectAt, stringAt } from '../../fleet/json.ts';
import { PLACEMENT_GROUP } from '../../fleet/kinds.ts';
import { groupOf, objectKey, refOf, type KubeObject } from '../../fleet/object.ts';

export interface EnclosedPair {
  /** The entry in the envelope after the change. */
  readonly entry: string;
  readonly before: KubeObject;
  readonly after: KubeObject;
}

/** Objects that are in an envelope before and after a change, whatever their entries are called; none where it is no envelope. */
export function enclosedPairs(before: KubeObject, after: KubeObject): readonly EnclosedPair[] {
  if (groupOf(after.apiVersion) !== PLACEMENT_GROUP || !after.kind.endsWith('Envelope')) return [];
  const old = new Map(entriesOf(before).map(([, object]) => [objectKey(refOf(object)), object]));
  return entriesOf(after).flatMap(([entry, object]) => {
    const was = old.get(objectKey(refOf(object)));
    return was === undefined ? [] : [{ entry, before: was, after: object }];
  });
}

function entriesOf(envelope: KubeObject): readonly (readonly [string, KubeObject])[] {
  return Object.entries(objectAt(envelope, 'data') ?? {}).filter((entry): entry is [string, KubeObject] => isKubeObject(entry[1]));
}

function isKubeObject(value: unknown): boolean {
  return [['apiVersion'], ['kind'], ['metadata', 'name']].every((path) => stringAt(value, ...path) !== undefined);
}
