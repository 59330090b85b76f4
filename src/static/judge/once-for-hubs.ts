import type { JudgedManifest } from './run-rules.ts';

/**
 * What is wrong in a file is one finding, also if several hubs get the object with other settings. A value that Flux puts there is another
 * one for each.
 */
export function onceForHubs(judged: readonly JudgedManifest[]): readonly JudgedManifest[] {
  const seen = new Set<string>();
  return judged.filter(({ manifest, finding }) => {
    if (manifest?.broughtBy === undefined || manifest.substituted?.at.has(finding.pointer) === true) return true;
    const text = JSON.stringify(finding);
    const isFirst = !seen.has(text);
    seen.add(text);
    return isFirst;
  });
}
