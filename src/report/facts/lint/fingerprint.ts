import { createHash } from 'node:crypto';
import type { Finding } from '../../../finding.ts';
import { objectKey } from '../../../fleet/kubernetes/object.ts';

/**
 * What each finding is known by from one run to the next: 32 hexadecimal digits, unique in the list. They are made of the rule, the object and
 * the place in it. So they stay when lines move, documents change their order, a folder gets another name, or something else is found. What is about no object is known by the name of its file.
 */
export function findingFingerprints(findings: readonly Finding[]): ReadonlyMap<Finding, string> {
  const fingerprints = uniqueFingerprints(findings.map(keyOf));
  return new Map(findings.map((finding, index) => [finding, fingerprints[index] ?? '']));
}

/** A fingerprint for each of these words; equal ones are counted in the order of the list. */
export function uniqueFingerprints(keys: readonly string[]): readonly string[] {
  const times = new Map<string, number>();
  return keys.map((key) => {
    const time = (times.get(key) ?? 0) + 1;
    times.set(key, time);
    const text = time === 1 ? key : `${key} ${time}`;
    return createHash('sha256').update(text).digest('hex').slice(0, 32);
  });
}

function keyOf({ rule, object, file, pointer }: Finding): string {
  const about = object === undefined ? file.slice(file.lastIndexOf('/') + 1) : objectKey(object);
  return JSON.stringify([rule, object === undefined, about, pointer]);
}
