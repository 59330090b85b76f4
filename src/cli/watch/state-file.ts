import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { isObject, stringAt } from '../../fleet/json/json.ts';
import { WATCHED_STATES } from '../../watch-report.ts';
import type { Remembered, WatchMemory } from '../../watch/memory.ts';

/** What a state file holds, or why it cannot be used. */
export type ReadState = { readonly memory: WatchMemory } | { readonly why: string };

/** Identifies a hub by its address, which a public cache must not show. */
export function hubId(server: string): string {
  return createHash('sha256').update(server).digest('hex').slice(0, 12);
}

/** @param hub the memory of another hub is not used */
export function readState(path: string, hub: string): ReadState {
  let text: string;
  try {
    if (statSync(path).size > MOST_BYTES) return { why: `it is larger than ${MOST_BYTES / 2 ** 20} MiB` };
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return { why: code === 'ENOENT' ? 'there is none yet' : `it cannot be read (${code ?? String(error)})` };
  }
  const value = parsed(text);
  if (!isObject(value)) return { why: 'it is not JSON' };
  if (value['schema'] !== STATE_SCHEMA) return { why: `its schema is not ${STATE_SCHEMA}` };
  if (value['hub'] !== hub) return { why: 'it is about another hub' };
  const [at, objects] = [stringAt(value, 'at'), value['objects']];
  if (!isTime(at) || !isObject(objects) || !Object.values(objects).every(isRemembered)) return { why: 'it is damaged' };
  return { memory: { hub, at, objects: objects as WatchMemory['objects'] } };
}

export function stateText({ hub, at, objects }: WatchMemory): string {
  return `${JSON.stringify({ schema: STATE_SCHEMA, hub, at, objects })}\n`;
}

const STATE_SCHEMA = 'watch-state-v1';
/** Enough for 50,000 objects. */
const MOST_BYTES = 16 * 2 ** 20;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function isRemembered(value: unknown): value is Remembered {
  if (!isObject(value) || !isObject(value['object']) || !isTime(stringAt(value, 'since'))) return false;
  const { bad, suspicions } = value;
  return (
    ['apiVersion', 'kind', 'name'].every((field) => stringAt(value, 'object', field) !== undefined) &&
    WATCHED_STATES.some((state) => state === value['state']) &&
    (value['state'] === 'bad') === (bad !== undefined) &&
    (bad === undefined || (isObject(bad) && stringAt(bad, 'cause') !== undefined && isTime(stringAt(bad, 'told')))) &&
    (suspicions === undefined || (isObject(suspicions) && Object.values(suspicions).every((at) => typeof at === 'string' && isTime(at))))
  );
}

function isTime(text: string | undefined): text is string {
  return text !== undefined && !Number.isNaN(Date.parse(text));
}
