import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { text } from 'node:stream/consumers';
import { HANG_LIMIT } from '../../support/hang-limit.ts';

export interface Answer {
  readonly code: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- the API server may answer with anything
  readonly body: any;
}

export interface Ask {
  readonly body?: unknown;
  /** A body that is sent without encoding. */
  readonly raw?: string;
  readonly contentType?: string;
  readonly token?: string;
  readonly withinMs?: number;
}

/** A plain client of an API server: one request, one answer, without retries. */
export interface KubeApi {
  ask(method: string, path: string, ask?: Ask): Promise<Answer>;
  /** As `ask`. @throws if the status is not 2xx */
  must(method: string, path: string, ask?: Ask): Promise<Answer>;
}

const AGENTS = new Map<string, Agent>();

export function kubeApi(url: string, caFile: string, defaultToken: string): KubeApi {
  const agent = AGENTS.get(url) ?? new Agent({ keepAlive: true, ca: readFileSync(caFile), maxSockets: 16 });
  AGENTS.set(url, agent);
  const ask = async (method: string, path: string, { body, raw, contentType, token = defaultToken, withinMs = HANG_LIMIT }: Ask = {}) => {
    const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const headers: Record<string, string> = { authorization: `Bearer ${token}`, accept: 'application/json' };
    if (sent !== undefined) headers['content-type'] = contentType ?? 'application/json';
    return new Promise<Answer>((resolve, reject) => {
      const sending = request(new URL(path, url), { method, headers, agent, timeout: withinMs }, (response) => {
        text(response).then((answer) => resolve({ code: response.statusCode ?? 0, body: parsed(answer) }), reject);
      });
      sending.on('timeout', () => sending.destroy(new Error(`${method} ${path}: no answer within ${withinMs} ms`)));
      sending.on('error', reject);
      sending.end(sent);
    });
  };
  const must = async (method: string, path: string, options: Ask = {}): Promise<Answer> => {
    const answer = await ask(method, path, options);
    if (answer.code >= 200 && answer.code < 300) return answer;
    throw new Error(`${method} ${path}: ${answer.code} ${JSON.stringify(answer.body).slice(0, 600)}`);
  };
  return { ask, must };
}

function parsed(answer: string): unknown {
  try {
    return JSON.parse(answer);
  } catch {
    return answer;
  }
}
