import type { Observation } from '../observations/observation.ts';
import { LIMIT_RANGE, UNREACHABLE } from './api-words.ts';
import { onMember } from './commands.ts';
import { exceededQuota } from './exceeded-quota.ts';
import type { Details } from './failure.ts';
import { policySentence, policyWords, showPolicy } from './policy-sentence.ts';
import { quotaDetails } from './quota-details.ts';
import { SEE, uncalledWebhook } from './uncalled-webhook.ts';

/** Why a member's API server refuses the pods of a workload, from its message, and the step for it. */
export function refusedPods({ condition, cluster = 'the member' }: Observation): Details {
  const message = condition?.message ?? '';
  const absent = missingFor(message);
  if (absent !== undefined) return absentDetails(absent, cluster);
  if (exceededQuota(message) !== undefined) return { ...quotaDetails(message), remedy: QUOTA_STEPS };
  const demand = unstatedIn(message);
  if (demand !== undefined) return demand;
  const uncalled = uncalledWebhook(message, 'the pods of {object}');
  if (uncalled !== undefined) return uncalled;
  if (UNREACHABLE.test(message)) return UNREACHED;
  if (message.includes('because it is being terminated')) return TERMINATING;
  const invalid = INVALID.exec(message)?.[1];
  if (invalid !== undefined) return { title: `The pods are invalid: ${cut(invalid)}`, ...INVALID_STEPS };
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

/** A quota for a resource refuses each pod that does not state how much of it it needs (Kubernetes pkg/quota/v1/evaluator/core/pods.go). */
function unstatedIn(message: string): Details | undefined {
  // bounded: a message is cut at 32,768 characters.
  const [, quota, unstated = ''] = /failed quota: ([^\s:]+): must specify (.+)$/s.exec(message) ?? [];
  if (quota === undefined) return undefined;
  return {
    title: `Quota ${quota} requires that the pods set ${cut(unstated)}`,
    explain: 'A quota of the namespace on {cluster} only allows pods that set these requests and limits. Those of {object} do not.',
    remedy: [
      `See the quota and the defaults of the namespace: ${onMember('describe resourcequotas,limitranges {namespaceArgs}')}`,
      'Set them in the pod template of {object}, or create a LimitRange with defaults in the namespace on {cluster}.',
    ],
  };
}

const UNREACHED: Details = {
  title: 'The API server of the member does not answer',
  explain:
    'The API server of {cluster} does not create the pods of {object}: it, or a server that it asks, does not answer. This usually passes.',
  remedy: [SEE],
};

const TERMINATING: Details = {
  title: 'The namespace on the member is being deleted',
  explain: 'The namespace {namespace} of {object} is being deleted on {cluster}. Nothing new can be created in it.',
  remedy: [
    `See what is left in it and which finalizers hold that: ${onMember('get namespace {namespace} -o yaml')}`,
    'Find the controller that should remove those finalizers, and repair it. KubeFleet then applies all of it again by itself.',
  ],
};

// bounded: a message is cut at 32,768 characters.
const INVALID = /Pod "[^"]*" is invalid: (.+)$/s;

const INVALID_STEPS: Details = {
  explain:
    'The API server of {cluster} refuses the pods of {object} as invalid. It accepted the workload itself, so a webhook or a limit range on {cluster} may have changed its pods.',
  remedy: [
    `See the message and the pod template: ${onMember('describe {objectArgs}')}`,
    'Correct the field that the message names in the pod template of {object}.',
    `If the manifest has another value, look for what changes pods on {cluster}: ${onMember('get mutatingwebhookconfigurations,limitranges {namespaceArgs}')}`,
  ],
};

function cut(sentence: string): string {
  const text = sentence.replaceAll(/\s+/g, ' ').trim();
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

const LONGEST = 160;

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
