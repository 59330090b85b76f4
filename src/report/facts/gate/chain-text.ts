import { displayName } from '../../../fleet/kubernetes/object.ts';
import type { ChainLink } from '../../../report.ts';
import { elapsedText } from '../words/elapsed.ts';
import { timeOf } from '../../../fleet/kubernetes/rfc3339.ts';

/** The objects of a chain from the first to the one where it stopped: `ResourceBinding/shop/web-east-1`. */
export function chainNames(chain: readonly ChainLink[]): readonly string[] {
  return chain.map(displayName);
}

/** `stopped at Deployment/web/frontend (Available False …); waited 4m12s for Available`; nothing where nothing is known of it. */
export function stopText(chain: readonly ChainLink[], judgedAt: string | undefined): string {
  const last = chain.at(-1);
  if (last === undefined) return '';
  const state = last.state === undefined ? '' : ` (${last.state})`;
  const since = timeOf(chain.findLast((link) => link.since !== undefined)?.since ?? '');
  const waited = timeOf(judgedAt ?? '') - since;
  const stage = last.stage ?? chain.findLast((link) => link.stage !== undefined)?.stage;
  const wait = !(waited >= 1000) || stage === undefined ? '' : `; waited ${elapsedText(waited)} for ${stage}`;
  return `stopped at ${chainNames([last]).join('')}${state}${wait}`;
}
