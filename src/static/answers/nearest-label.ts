import { nearest } from '../../fleet/text/nearest.ts';
import type { LabelsOfClusters } from '../world/cluster-facts.ts';
import { mistyped } from './mistyped.ts';

/** The most similar label, or the only one that has a requested value. */
export function nearestKey(key: string, values: readonly string[] = [], labels: LabelsOfClusters): string | undefined {
  const near = nearestOf(key, [...labels.keys()]);
  if (near !== undefined) return near;
  const withValue = [...labels].filter(([, known]) => values.some((value) => value !== '' && value !== 'true' && known.includes(value)));
  return withValue.length === 1 ? withValue[0]?.[0] : undefined;
}

/** Also a short form of the word: `prod` of `production`. */
export function nearestOf(word: string, candidates: readonly string[]): string | undefined {
  const short = candidates.filter((candidate) => candidate.length > 2 && word.startsWith(candidate));
  return mistyped(word, candidates) ?? nearest(word, candidates) ?? (short.length === 1 ? short[0] : undefined);
}
