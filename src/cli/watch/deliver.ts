import type { WatchMemory } from '../../watch/memory.ts';
import type { GitHubIssues } from './github-issues.ts';
import type { WatchStep } from './watcher.ts';
import type { Webhook } from './webhook.ts';

/** Where changes are reported, besides the log. */
export interface Sinks {
  readonly webhook: Webhook | undefined;
  readonly issues: GitHubIssues | undefined;
}

export interface Delivery {
  /** With the changes that the webhook did not accept. */
  readonly memory: WatchMemory;
  /** Deliveries that were tried, and why they failed; `undefined` for those that did not. */
  readonly tried: readonly { readonly sink: keyof Sinks; readonly problem: string | undefined }[];
}

/**
 * Reports the changes of a step. What the webhook does not accept is sent again with the next look. Issues are compared with what is bad,
 * so they need no such list.
 * @param before of the step before
 * @param isDue whether issues are compared although nothing changed, as at the start and after a failure
 */
export async function deliver(
  step: Pick<WatchStep, 'report' | 'memory' | 'changes'>,
  before: WatchMemory | undefined,
  { webhook, issues }: Sinks,
  isDue: boolean,
): Promise<Delivery> {
  const tried: { readonly sink: keyof Sinks; readonly problem: string | undefined }[] = [];
  const pending = webhook === undefined ? [] : [...(before?.undelivered ?? []), ...step.changes].slice(-MOST_PENDING);
  let undelivered: WatchMemory['undelivered'] = pending;
  if (webhook !== undefined && pending.length > 0) {
    const problem = await webhook.tell(step.report, pending);
    tried.push({ sink: 'webhook', problem });
    if (problem === undefined) undelivered = [];
  }
  if (issues !== undefined && (isDue || step.changes.length > 0))
    tried.push({ sink: 'issues', problem: await issues.tell(step.memory, step.changes) });
  return { memory: undelivered.length === 0 ? step.memory : { ...step.memory, undelivered }, tried };
}

/** The most changes that wait for the webhook; older ones are dropped. */
const MOST_PENDING = 500;
