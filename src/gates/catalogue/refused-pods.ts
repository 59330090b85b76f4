import type { Observation } from '../observations/observation.ts';
import { LIMIT_RANGE } from './api-words.ts';
import { onMember } from './commands.ts';
import { exceededQuota } from './exceeded-quota.ts';
import type { Details } from './failure.ts';
import { policySentence, policyWords, showPolicy } from './policy-sentence.ts';
import { quotaDetails } from './quota-details.ts';

/** Why a member's API server refuses the pods of a workload, from its message, and the step for it. */
export function refusedPods({ condition, cluster = 'the member' }: Observation): Details {
  const message = condition?.message ?? '';
  const absent = missingFor(message);
  if (absent !== undefined) return absentDetails(absent, cluster);
  if (exceededQuota(message) !== undefined) return { ...quotaDetails(message), remedy: QUOTA_STEPS };
  const title = policySentence(message);
  if (LIMIT_RANGE.test(message)) return { ...(title === undefined ? {} : { title }), remedy: LIMIT_STEPS };
  if (title === undefined) return {};
  return {
    title,
    words: policyWords(message),
    explain: 'A policy or an admission webhook of {cluster} refuses the pods of {object}.',
    remedy: [
      `See what refuses them: ${showPolicy(message)}`,
      'Change the pod template of {object} so that it is allowed, or ask who owns the policy on {cluster} for an exception.',
    ],
  };
}

const QUOTA_STEPS = [
  `See the quota: ${onMember('describe resourcequotas {namespaceArgs}')}`,
  'Raise the quota on {cluster}, free what is used, or request less in the pod template of {object}.',
];

const LIMIT_STEPS = [
  `See the limit range: ${onMember('describe limitranges {namespaceArgs}')}`,
  'Change the requests and limits of the containers of {object} so that they fit it, or change the limit range on {cluster}.',
];

interface Absent {
  readonly kind: 'ServiceAccount' | 'PriorityClass' | 'RuntimeClass';
  readonly name: string;
}

/** Objects that every pod names and that the member lacks (Kubernetes plugin/pkg/admission: serviceaccount, priority, runtimeclass). */
function missingFor(message: string): Absent | undefined {
  for (const { kind, said } of ABSENT) {
    const name = said.exec(message)?.[1];
    if (name !== undefined) return { kind, name };
  }
  return undefined;
}

const ABSENT: readonly { readonly kind: Absent['kind']; readonly said: RegExp }[] = [
  // bounded: a message is cut at 32,768 characters.
  { kind: 'ServiceAccount', said: /serviceaccount "([^"]+)" not found/i },
  { kind: 'PriorityClass', said: /no PriorityClass with name (\S+) was found/i },
  // bounded: a message is cut at 32,768 characters.
  { kind: 'RuntimeClass', said: /RuntimeClass "([^"]+)" not found/i },
];

function absentDetails({ kind, name }: Absent, cluster: string): Details {
  const isNamespaced = kind === 'ServiceAccount';
  const plural = kind === 'ServiceAccount' ? 'serviceaccounts' : kind === 'PriorityClass' ? 'priorityclasses' : 'runtimeclasses';
  return {
    title: `${kind} ${name} does not exist on ${cluster}`,
    words: { missing: `${kind} ${name}` },
    explain: 'The pods of {object} name {missing}, which {cluster} does not have. The API server there refuses to create them.',
    remedy: [
      `See which there are: ${onMember(`get ${plural}${isNamespaced ? ' {namespaceArgs}' : ''}`)}`,
      'Place {missing} together with {object}: add it to what {target} selects. If it has another name on {cluster}, correct the pod template.',
    ],
  };
}
