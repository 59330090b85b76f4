import { displayName } from '../../../fleet/kubernetes/object.ts';
import type { ChainLink } from '../../../report.ts';
import { elapsedText } from '../words/elapsed.ts';
import { timeOf } from '../../../fleet/kubernetes/rfc3339.ts';

/** The objects of a chain from the first to the one where it stopped: `ResourceBinding/shop/web-east-1`. */
export function chainNames(chain: readonly ChainLink[]): readonly string[] {
  return chain.map(displayName);
}

/** `stuck at Deployment/web/frontend for 4m12s: not Available`; empty if the chain is empty. */
export function stopText(chain: readonly ChainLink[], judgedAt: string | undefined): string {
  const last = chain.at(-1);
  if (last === undefined) return '';
  const since = timeOf(chain.findLast((link) => link.since !== undefined)?.since ?? '');
  const waited = timeOf(judgedAt ?? '') - since;
  const stage = last.stage ?? chain.findLast((link) => link.stage !== undefined)?.stage;
  const lasted = waited >= 1000 && stage !== undefined ? ` for ${elapsedText(waited)}` : '';
  return `stuck at ${chainNames([last]).join('')}${lasted}${whyOf(last, stage)}`;
}

/** If the object's own condition is True, the reason is not here but in the evidence beside the chain. */
function whyOf({ stage, state }: ChainLink, awaited: string | undefined): string {
  if (stage !== undefined && state?.startsWith(`${stage} True`) === true) return '';
  if (stage === undefined && state !== undefined) return `: ${state}`;
  return awaited === undefined ? '' : `: not ${awaited}`;
}
