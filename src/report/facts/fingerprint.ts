import { createHash } from 'node:crypto';
import type { Finding } from '../../finding.ts';
import { objectKey } from '../../fleet/object.ts';

/**
 * What each finding is known by from one run to the next, in the order of the list and unique in it: 32 hexadecimal digits. It is made of the
 * rule, the object and the place in it, so that it stays when lines move, when documents change their order, when a folder gets another name,
 * and when something else is found. What is about no object is known by the name of its file. Alike ones are counted in the order of the list.
 */
export function fingerprintsOf(findings: readonly Finding[]): readonly string[] {
  const times = new Map<string, number>();
  return findings.map(({ rule, object, file, pointer }) => {
    const about = object === undefined ? file.slice(file.lastIndexOf('/') + 1) : objectKey(object);
    const key = JSON.stringify([rule, object === undefined, about, pointer]);
    const time = (times.get(key) ?? 0) + 1;
    times.set(key, time);
    return fingerprintOf(time === 1 ? key : `${key} ${time}`);
  });
}

/** The fingerprint of what is known by these words alone. */
function fingerprintOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
