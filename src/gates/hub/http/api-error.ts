import type { V1Status } from '@kubernetes/client-node';
import type { IncomingHttpHeaders } from 'node:http';
import { numberAt, stringAt, parseJson } from '../../../fleet/json/json.ts';
import type { Unchecked } from '../../../fleet/json/unchecked.ts';
import { withoutCredentials } from '../../../secrets/credential-text.ts';

/**
 * An error answer of the API server (or of a proxy before it). The message is the server's own if it sent a `Status`.
 * Source of the fields: Kubernetes `meta/v1` Status (`reason`, `message`, `details.retryAfterSeconds`).
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly reason: string;
  /** The wait that the server asked for. */
  readonly retryAfterMs: number | undefined;
  #passes = false;

  constructor(status: number, reason: string, message: string, retryAfterMs?: number) {
    super(message);
    this.status = status;
    this.reason = reason;
    this.retryAfterMs = retryAfterMs;
  }

  /** A final answer to the request, not a temporary failure: an immediate retry would not change it. */
  get isAnswer(): boolean {
    return !this.#passes && this.status >= 400 && this.status < 500 && this.status !== 408 && this.status !== 429;
  }

  /** The same for a server that answered this request before: a temporary failure is likely, so the request is retried. */
  disturbance(): ApiError {
    const error = new ApiError(this.status, this.reason, this.message, this.retryAfterMs);
    error.#passes = true;
    return error;
  }
}

/** An API server's message is shorter. */
const MESSAGE_CHARACTERS = 2000;

/** The error for an HTTP answer with this body. HTML and other text of proxies is cut to its first words. */
export function apiErrorOf(status: number, headers: IncomingHttpHeaders, body: string, nowMs?: number): ApiError {
  const sent = parseJson(body) as Unchecked<V1Status>;
  const retryAfterMs = retryAfterOf(headers['retry-after'], nowMs) ?? secondsToMs(numberAt(sent, 'details', 'retryAfterSeconds'));
  const message = stringAt(sent, 'message')?.slice(0, MESSAGE_CHARACTERS) ?? `answered with ${excerpt(body)}`;
  return new ApiError(status, stringAt(sent, 'reason') ?? '', message, retryAfterMs);
}

/** The error for a `Status` object inside a watch (`type: ERROR`). */
export function apiErrorOfStatus(sent: Unchecked<V1Status> | undefined): ApiError {
  const status = numberAt(sent, 'code') ?? 500;
  return new ApiError(
    status,
    stringAt(sent, 'reason') ?? '',
    stringAt(sent, 'message')?.slice(0, MESSAGE_CHARACTERS) ?? `the watch ended with an error ${status}`,
    secondsToMs(numberAt(sent, 'details', 'retryAfterSeconds')),
  );
}

export function isStatus(error: unknown, status: number): error is ApiError {
  return error instanceof ApiError && error.status === status;
}

/** Whether a body is JSON by its first character: whole, or cut off. */
export function startsAsJson(body: string): boolean {
  return /^\s*["[{]/.test(body);
}

/** The visible words of a body that should have been a Status. JSON is never quoted: it may be an object of the hub. */
export function excerpt(body: string): string {
  if (startsAsJson(body)) return 'other JSON';
  const text = withoutCredentials(body.slice(0, 4000))
    // bounded: at most 4,000 characters of a body.
    .replaceAll(/<(script|style)[^>]*>[\s\S]*?<\/\1>/gi, ' ')
    // bounded: the same.
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return text === '' ? 'no text' : `"${text.length > 120 ? `${text.slice(0, Math.max(0, text.lastIndexOf(' ', 120)))}…` : text}"`;
}

function retryAfterOf(header: string | undefined, nowMs: number | undefined): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d+$/.test(header)) return Number(header) * 1000;
  const at = Date.parse(header);
  return Number.isNaN(at) || nowMs === undefined ? undefined : Math.max(0, at - nowMs);
}

function secondsToMs(seconds: number | undefined): number | undefined {
  return seconds === undefined ? undefined : Math.max(0, seconds * 1000);
}
