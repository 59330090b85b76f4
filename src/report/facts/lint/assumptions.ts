import type { Assumption } from '../../../finding.ts';
import { displayName } from '../../../fleet/kubernetes/object.ts';
import { listed } from '../../../fleet/text/listed.ts';
import { counted } from '../words/words.ts';

/**
 * One line about objects that the change needs and the files do not have: their number and the first of them; `undefined` if there are
 * none.
 */
export function assumptionsLine(assumptions: readonly Assumption[] = []): string | undefined {
  if (assumptions.length === 0) return undefined;
  return `depends on ${counted(assumptions.length, 'object')} from elsewhere: ${listed(assumptions.map(shortText), NAMED)}`;
}

const NAMED = 2;

/** `Secret/mail/ghcr-read for Deployment/relay, on east and west: it is not in these files`. */
export function assumptionText(assumption: Assumption): string {
  const { clusters, because, state } = assumption;
  const where = clusters.length === 0 ? '' : `, on ${listed(clusters, CLUSTERS)}`;
  return `${shortText(assumption)}${where}: ${because}${state === undefined ? '' : ` (${state})`}`;
}

const CLUSTERS = 3;

function shortText(assumption: Assumption): string {
  const { key, neededBy } = assumption;
  const object = objectText(assumption);
  const [first, ...others] = neededBy;
  const by = first === undefined ? '' : ` for ${first.kind}/${first.name}${others.length === 0 ? '' : ` and ${others.length} more`}`;
  return `${object}${key === undefined ? '' : ` (key ${key})`}${by}`;
}

/** `Namespace with labels team=shop`. */
function objectText({ kind, namespace, name, selector }: Assumption): string {
  if (selector === undefined) return displayName(namespace === undefined ? { kind, name } : { kind, namespace, name });
  const where = namespace === undefined ? '' : ` in namespace ${namespace}`;
  return selector === '' ? `any ${kind}${where}` : `${kind} with labels ${selector}${where}`;
}
