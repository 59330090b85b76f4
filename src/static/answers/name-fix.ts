import type { Fix } from '../../fleet/json/fix.ts';
import { onlyMeant } from '../../fleet/text/nearest.ts';

/** The edit that writes the meant name, if only one candidate is a single keystroke away. @param at pointer to the name */
export function nameFix(at: string, name: string, meant: string | undefined, candidates: Iterable<string>): Fix | undefined {
  return meant !== undefined && onlyMeant(name, candidates) === meant ? { kind: 'value', at, value: meant } : undefined;
}
