import { createHash } from 'node:crypto';
import { isObject, parseJson } from '../../fleet/json/json.ts';
import { smallFile } from '../../files/small-file.ts';
import { toMemory, type WatchMemory } from '../../watch/memory.ts';

/** What a state file holds, or why it cannot be used. */
export type ReadState = { readonly memory: WatchMemory } | { readonly why: string };

/** Identifies a hub and what is watched on it, without its address, which a public cache must not show. */
export function watchId(server: string, selection: readonly (string | undefined)[]): string {
  return createHash('sha256')
    .update(JSON.stringify([server, ...selection]))
    .digest('hex')
    .slice(0, 12);
}

/** @param hub the memory of another hub is not used */
export function readState(path: string, hub: string): ReadState {
  let text: string;
  try {
    // Bounded: enough for 50,000 objects.
    text = smallFile(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return { why: code === 'ENOENT' ? 'it does not exist yet' : `it cannot be read (${code ?? String(error)})` };
  }
  const value = parseJson(text);
  if (!isObject(value)) return { why: 'it is not JSON' };
  if (value['schema'] !== STATE_SCHEMA) return { why: `its schema is not ${STATE_SCHEMA}` };
  if (value['hub'] !== hub) return { why: 'it is about another hub or another selection' };
  const memory = toMemory(value, hub);
  return memory === undefined ? { why: 'it is damaged' } : { memory };
}

export function stateText(memory: WatchMemory): string {
  return `${JSON.stringify({ schema: STATE_SCHEMA, ...memory })}\n`;
}

const STATE_SCHEMA = 'watch-state-v1';
