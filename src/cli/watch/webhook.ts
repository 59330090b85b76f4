import { createHash, createHmac } from 'node:crypto';
import { ConfigError } from '../../errors.ts';
import { proxyFor } from '../../gates/hub/http/proxy.ts';
import { displayName } from '../../fleet/kubernetes/object.ts';
import { changeLine } from '../../report/facts/watch.ts';
import { chatText } from '../../report/facts/words/chat-text.ts';
import { jsonText } from '../../report/facts/words/json-text.ts';
import { shortLine } from '../../report/facts/words/visible.ts';
import type { Report, WatchChange } from '../../report.ts';
import type { Invocation } from '../command-line/invocation.ts';
import { notificationFor } from '../output/notify-file.ts';
import { withTitle } from '../output/output.ts';
import type { Io } from '../process/io.ts';
import { secretValue } from './secret-value.ts';
import { send, SendError, type Sending } from './send.ts';

export interface Webhook {
  /** Sends the changes in one message. @returns why it was not accepted; `undefined` if it was */
  tell(report: Report, changes: readonly WatchChange[]): Promise<string | undefined>;
}

/** The webhook that the flags name; `undefined` if they name none. @throws {ConfigError} */
export function webhookOf(invocation: Invocation, io: Io, clock: Sending['clock']): Webhook | undefined {
  const url = secretValue(invocation, 'webhook', io);
  const key = secretValue(invocation, 'webhook-key', io);
  if (url === undefined) {
    if (key !== undefined) throw new ConfigError(`${invocation.named('webhook-key')} goes with ${invocation.named('webhook')}`);
    return undefined;
  }
  const address = URL.parse(url);
  // The path of a webhook is often its credential.
  for (const part of address === null ? [] : [address.pathname, address.search, address.password]) io.secrets.hideOnly(part);
  if (address === null || !(address.protocol === 'https:' || (address.protocol === 'http:' && isNear(address.hostname))))
    throw new ConfigError(`${invocation.named('webhook')} must be an https address (http only for localhost and services of the cluster)`);
  if (address.username !== '' || address.password !== '')
    throw new ConfigError(
      `${invocation.named('webhook')} must not have a user name or a password: sign messages with ${invocation.named('webhook-key')}`,
    );
  const proxy = proxyFor(address, io.env);
  return {
    tell: async (report, changes) => {
      const body = webhookBody(withTitle(report, invocation.value('title')), changes, io);
      const headers = { 'content-type': 'application/json', 'user-agent': 'fleet-gate', ...signatureOf(body, key) };
      try {
        await send(address.href, { method: 'POST', headers, body }, { clock, signal: io.signal, proxy, pauses: PAUSES });
        return undefined;
      } catch (error) {
        if (!(error instanceof SendError)) throw error;
        return `the webhook ${error.message}`;
      }
    },
  };
}

/** Milliseconds before each repetition. */
const PAUSES = [1000, 4000, 16_000];
/** The most changes in one message. */
const MOST_CHANGES = 50;

function isNear(host: string): boolean {
  return host === 'localhost' || host === '127.0.0.1' || host === '[::1]' || /^[^.]+\.[^.]+\.svc(?:\.cluster\.local)?$/.test(host);
}

/** `notify-v1` with the changes. Its `text` is about the first one. */
function webhookBody(report: Report, changes: readonly WatchChange[], io: Pick<Io, 'env' | 'now' | 'secrets'>): string {
  const { text: _, ...notification } = notificationFor(report, io);
  const [first] = changes;
  const more = changes.length > 1 ? ` (and ${changes.length - 1} more)` : '';
  const title = report.title === undefined ? '' : `${report.title}: `;
  const line = first === undefined ? '' : `${changeLine(first)}${more}`;
  const shown = changes.slice(0, MOST_CHANGES).map(({ object, cause, step, ...change }) => ({
    ...change,
    object: displayName(object),
    cause: shortLine(cause, 300),
    ...(step === undefined ? {} : { step: shortLine(step, 300) }),
  }));
  const left = changes.length - shown.length;
  return io.secrets.hide(
    jsonText({
      ...notification,
      text: `fleet-gate: ${chatText(shortLine(`${title}${line}`, 600))}`,
      changes: shown,
      ...(left > 0 ? { moreChanges: left } : {}),
    }),
  );
}

/** The id is the same for each repetition of a message. */
function signatureOf(body: string, key: string | undefined): Readonly<Record<string, string>> {
  const id = createHash('sha256').update(body).digest('hex').slice(0, 32);
  if (key === undefined) return { 'x-fleet-gate-delivery': id };
  return { 'x-fleet-gate-delivery': id, 'x-fleet-gate-signature-256': `sha256=${createHmac('sha256', key).update(body).digest('hex')}` };
}
