import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import path from 'node:path';
import { createWriteStream } from 'node:fs';
import { RigError } from './build.ts';
import type { HubAddress } from './hub.ts';
import { roleOf, tail } from './role.ts';

/** An event that the player reports; times are milliseconds. */
export interface Told {
  readonly what: 'loaded' | 'mark' | 'end';
  readonly note?: string;
  readonly at: number;
  readonly shiftMs?: number;
}

export interface Play {
  /** When the state of the deploy mark was complete and the rest started; milliseconds since the epoch. */
  readonly startedAt: number;
  /** Added to every time of the recording. */
  readonly shiftMs: number;
  /** The time of each mark after the start. */
  readonly marks: ReadonlyMap<string, number>;
  /** Resolves when the last event is written; heartbeats continue. @throws {RigError} if the player fails */
  readonly played: Promise<void>;
  stop(): Promise<void>;
}

/** Plays a recording on a hub at its own pace, from its last `deploy` mark on. */
export async function playOn(
  hub: HubAddress,
  events: string,
  options: { atEnd?: boolean; onTold?: (told: Told) => void } = {},
): Promise<Play> {
  const log = path.join(hub.folder, 'player.log');
  const args = ['play', '--etcd', hub.etcd, '--prefix', hub.prefix, '--events', events, ...(options.atEnd === true ? ['--at-end'] : [])];
  const child = spawn(hub.binary, args, { env: { ...process.env, HUB_FOLLOW_STDIN: '1' } });
  child.stderr.pipe(createWriteStream(log, { flags: 'a' }));
  const role = roleOf(child, log);
  const marks = new Map<string, number>();
  const loaded = Promise.withResolvers<Told>();
  const played = Promise.withResolvers<void>();
  void played.promise.catch(() => undefined);
  createInterface({ input: child.stdout }).on('line', (line) => {
    const told = JSON.parse(line) as Told;
    if (told.what === 'loaded') loaded.resolve(told);
    if (told.what === 'mark') marks.set(told.note ?? '', told.at);
    if (told.what === 'end') played.resolve();
    options.onTold?.(told);
  });
  child.once('close', () => {
    const error = new RigError(`the player ended before the recording did:\n${tail(log)}`);
    loaded.reject(error);
    played.reject(error);
  });
  const { at, shiftMs = 0 } = await loaded.promise;
  return { startedAt: at, shiftMs, marks, played: played.promise, stop: () => role.stop() };
}
