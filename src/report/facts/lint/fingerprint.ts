import { createHash } from 'node:crypto';
import type { Finding } from '../../../finding.ts';
import { objectKey } from '../../../fleet/kubernetes/object.ts';

/**
 * Identifies each finding from one run to the next: 32 hexadecimal digits, unique in the list, made of the rule, the object and the place
 * in it. They stay the same if lines move, documents change their order, a folder is renamed, or other findings come or go. A finding about
 * no object is identified by the name of its file.
 */
export function findingFingerprints(findings: readonly Finding[]): ReadonlyMap<Finding, string> {
  const fingerprints = uniqueFingerprints(findings.map(keyOf));
  return new Map(findings.map((finding, index) => [finding, fingerprints[index] ?? '']));
}

/** A fingerprint for each text; equal texts are numbered in the order of the list. */
export function uniqueFingerprints(keys: readonly string[]): readonly string[] {
  const times = new Map<string, number>();
  return keys.map((key) => {
    const time = (times.get(key) ?? 0) + 1;
    times.set(key, time);
    const text = time === 1 ? key : `${key} ${time}`;
    return createHash('sha256').update(text).digest('hex').slice(0, 32);
  });
}

/** The first name of the rule: if it was renamed, earlier runs reported it under that name. */
function keyOf({ rule, alias = rule, object, file, pointer }: Finding): string {
  const about = object === undefined ? file.slice(file.lastIndexOf('/') + 1) : objectKey(object);
  return JSON.stringify([alias, object === undefined, about, pointer]);
}
