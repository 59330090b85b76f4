import type { Fix } from '../../fleet/json/fix.ts';
import { onlyMeant } from '../../fleet/text/nearest.ts';

/** Writes the name that was meant, where it is the only one a keystroke away. @param at where the name stands */
export function nameFix(at: string, name: string, meant: string | undefined, candidates: Iterable<string>): Fix | undefined {
  return meant !== undefined && onlyMeant(name, candidates) === meant ? { kind: 'value', at, value: meant } : undefined;
}
