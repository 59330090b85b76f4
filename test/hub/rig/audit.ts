import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { HubAddress } from './hub.ts';

/** A request as the API server logged it. Times are milliseconds since the epoch. */
export interface AuditedRequest {
  readonly user: string;
  readonly verb: string;
  readonly resource: string;
  /** The path of its URL, without the query. */
  readonly path: string;
  /** The query of its URL, as sent. */
  readonly query: string;
  readonly code: number;
  readonly receivedAt: number;
  readonly answeredAt: number;
}

interface AuditEvent {
  readonly stage: string;
  readonly verb: string;
  readonly requestURI: string;
  readonly user: { readonly username: string };
  readonly objectRef?: { readonly resource?: string };
  readonly responseStatus?: { readonly code?: number };
  readonly requestReceivedTimestamp: string;
  readonly stageTimestamp: string;
}

const LOG = 'audit.log';

/** Flags of an API server that logs requests, their users and their answers to this folder. */
export function auditFlags(folder: string): readonly string[] {
  const policy = path.join(folder, 'audit-policy.json');
  writeFileSync(
    policy,
    JSON.stringify({ apiVersion: 'audit.k8s.io/v1', kind: 'Policy', rules: [{ level: 'Metadata', omitStages: ['RequestReceived'] }] }),
  );
  return [`--audit-policy-file=${policy}`, `--audit-log-path=${path.join(folder, LOG)}`];
}

/** The requests to an audited API server, in the order of the answers. A watch is listed with its start. */
export function requestsOf(hub: HubAddress): readonly AuditedRequest[] {
  const lines = readFileSync(path.join(hub.folder, LOG), 'utf8').split('\n').slice(0, -1);
  return lines.flatMap((line) => {
    const { stage, user, verb, requestURI, objectRef, responseStatus, requestReceivedTimestamp, stageTimestamp } = JSON.parse(
      line,
    ) as AuditEvent;
    if (verb === 'watch' && stage !== 'ResponseStarted') return [];
    const { pathname, search } = new URL(requestURI, 'https://hub');
    return {
      user: user.username,
      verb,
      resource: objectRef?.resource ?? '',
      path: pathname,
      query: search,
      code: responseStatus?.code ?? 0,
      receivedAt: Date.parse(requestReceivedTimestamp),
      answeredAt: Date.parse(stageTimestamp),
    };
  });
}
