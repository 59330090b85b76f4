import { resolve } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { systemClock } from '../../gates/clock.ts';
import { ConfigError } from '../../errors.ts';
import { AccessGrace } from '../../gates/hub/access/access-grace.ts';
import { contextOf } from '../../gates/hub/auth/context-of.ts';
import { connectHub, type ConnectOptions, type LiveHub } from '../../gates/hub/connect-hub.ts';
import { connectMembers, type LiveMembers } from '../../gates/hub/live-members.ts';
import type { Notice } from '../../gates/hub/access/notices.ts';
import { SINGLE_READ_TIMING } from '../../gates/hub/http/timing.ts';
import { indentedTerminalLine } from '../../report/text/terminal.ts';
import { defined, type Invocation } from '../command-line/invocation.ts';
import type { Io } from '../process/io.ts';
import { DEFAULT_LOG_LINES } from '../../settings/hub-and-members.ts';
import { memberLogins } from './member-logins.ts';
import { waitingLine } from './progress.ts';
import { withoutCredentials } from '../../secrets/credential-text.ts';

/** The hub that flags, environment and kubeconfig select. @throws {ConfigError} @throws {HubError} */
export function openHub(invocation: Invocation, io: Io, access?: AccessGrace): Promise<LiveHub> {
  // The pages of a large hub are garbage as soon as they are read. V8 would let its young generation grow to 130 MB for them, and keep it.
  setFlagsFromString('--semi-space-growth-factor=1');
  return connectHub({ ...connectOptions(invocation, io), ...(access === undefined ? {} : { access }) });
}

/** The members that `--member` and `--member-kubeconfig` give access to; `undefined` without these flags. @throws {ConfigError} */
export async function openMembers(invocation: Invocation, io: Io): Promise<LiveMembers | undefined> {
  const logins = memberLogins(invocation, io);
  return logins.size === 0 ? undefined : connectMembers(logins, connectOptions(invocation, io), logLines(invocation));
}

/** `--logs`. @throws {ConfigError} it is not a number of lines */
function logLines(invocation: Invocation): number {
  const given = invocation.value('logs') ?? DEFAULT_LOG_LINES;
  const lines = /^\d{1,4}$/.test(given) ? Number(given) : Number.NaN;
  if (lines <= MOST_LOG_LINES) return lines;
  throw new ConfigError(`${invocation.named('logs')} takes a number of lines from 0 to ${MOST_LOG_LINES}, not ${JSON.stringify(given)}`);
}

const MOST_LOG_LINES = 200;

/**
 * `--access-grace`: prints once to standard error that the hub refuses access and for how long the request is repeated. @param ms the
 * duration
 */
export function accessGrace(ms: number, invocation: Invocation, io: Io): AccessGrace {
  const onRefused = (message: string, within: number): void => {
    if (!invocation.switch('quiet')) io.stderr.write(`${waitingLine(message, within)}\n`);
  };
  return new AccessGrace({ ms, clock: io.clock ?? systemClock, onRefused });
}

/** Prints notices of the readers of hub and members (degraded to polling, insecure TLS, missing rights), each once. */
export function watchNotices(readers: readonly { notices(): readonly Notice[] }[], invocation: Invocation, io: Io): () => void {
  const said = new Set<string>();
  return () => {
    if (invocation.switch('quiet')) return;
    for (const notice of readers.flatMap((reader) => reader.notices())) {
      if (said.has(notice.message)) continue;
      said.add(notice.message);
      printNotice(notice, io);
    }
  };
}

/** Prints a notice. It may contain a rule as YAML, which must keep its indentation. */
export function printNotice({ message }: Notice, { stderr }: Pick<Io, 'stderr'>): void {
  for (const line of withoutCredentials(message).split('\n')) stderr.write(`note: ${indentedTerminalLine(line)}\n`);
}

/** The namespace of the context; `undefined` if it does not set one, or does not exist. */
export function contextNamespace(invocation: Invocation, io: Io): string | undefined {
  try {
    return contextOf(connectOptions(invocation, io)).namespace;
  } catch (error) {
    if (error instanceof ConfigError) return undefined;
    throw error;
  }
}

/** The connection settings from flags and environment. */
export function connectOptions(invocation: Invocation, io: Io): ConnectOptions {
  const flags = {
    kubeconfig: kubeconfigOf(invocation, io),
    context: invocation.value('context'),
    namespace: invocation.value('namespace'),
    server: invocation.value('server'),
    tlsServerName: invocation.value('tls-server-name'),
    mask: (secret: string) => io.secrets.add(secret),
    timing: { ...(readsOnce(invocation) ? SINGLE_READ_TIMING : {}), ...io.hubTiming },
    clock: io.clock,
  } satisfies { [Key in keyof ConnectOptions]?: ConnectOptions[Key] | undefined };
  return {
    terms: invocation.named,
    env: io.env,
    wallClock: () => io.now().getTime(),
    interactive: io.stdout.isTTY,
    ...defined(flags),
  };
}

/** Whether the command does not wait for changes of the hub. Those that do have a timeout, or end by a signal. */
function readsOnce(invocation: Invocation): boolean {
  const { command } = invocation;
  if (command === 'watch') return invocation.switch('once');
  if (command === 'status') return !invocation.switch('watch');
  return command !== 'wait' && command !== 'approve';
}

function kubeconfigOf(invocation: Invocation, io: Io): string | undefined {
  const file = invocation.value('kubeconfig');
  return file === undefined ? undefined : resolve(io.cwd, file);
}
