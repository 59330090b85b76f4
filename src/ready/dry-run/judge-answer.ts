import type { DryRunAnswer } from '../../gates/dry-run-answer.ts';

/** What an answer says about the real apply. */
export type Judged =
  | { readonly kind: 'accepted'; readonly warnings: readonly string[] }
  /** The member would refuse the agent as well. */
  | { readonly kind: 'refused'; readonly message: string; readonly isQuota: boolean }
  /** It says nothing about the agent. A clause. */
  | { readonly kind: 'notTried'; readonly why: string };

/**
 * A refusal for lack of rights is about this login, not about the agent. A webhook that has side effects refuses each dry run. An API
 * server or a webhook that does not answer now may answer later.
 */
export function judgeAnswer(answer: DryRunAnswer): Judged {
  if (answer.kind === 'accepted') return answer;
  if (answer.kind === 'none') return { kind: 'notTried', why: answer.why };
  const { status, message } = answer;
  if (status === 403 && LACKS_RIGHTS.test(message)) return { kind: 'notTried', why: `this login lacks the right: ${message}` };
  if (status === 400 && /does not support dry run/.test(message))
    return { kind: 'notTried', why: `a webhook refuses dry runs: ${message}` };
  if (/failed calling webhook/.test(message)) return { kind: 'notTried', why: `a webhook cannot be called: ${message}` };
  if (status === 409 && /already exists/.test(message)) return { kind: 'notTried', why: 'it was created in between' };
  // Server-side apply answers 500 for a field that the schema lacks.
  if (status >= 500 && !/field not declared in schema/.test(message)) return { kind: 'notTried', why: `the server failed: ${message}` };
  return { kind: 'refused', message, isQuota: status === 403 && /exceeded quota/.test(message) };
}

/** RBAC's own refusal, and that of its check against escalation. */
// linear: the first part matches only at the start of the text, and the second one is a fixed text.
const LACKS_RIGHTS = /^\S+ (?:"[^"]*" )?is forbidden: User "|attempting to grant RBAC permissions not currently held/;
