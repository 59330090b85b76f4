import { LIMIT_RANGE } from './api-words.ts';
import { onMember } from './commands.ts';
import { cutSentence } from './cut-sentence.ts';
import { exceededQuota } from './exceeded-quota.ts';
import type { Details } from './failure.ts';
import { policySentence } from './policy-sentence.ts';

/**
 * Details of an object, or of the pods of a workload, that a quota or a limit range does not allow, with what to change and in which
 * direction; `undefined` if the message is about something else (Kubernetes plugin/pkg/admission: resourcequota, limitranger).
 */
export function refusedAmount(message: string, about: 'object' | 'pods'): Details | undefined {
  const where = about === 'pods' ? 'the pod template of {object}' : '{object}';
  return exceeded(message, where) ?? unstated(message, about, where) ?? uncounted(message) ?? outOfRange(message, where);
}

/** The quota for the title, and the requested and used amount of each of its resources. */
function exceeded(message: string, where: string): Details | undefined {
  const found = exceededQuota(message);
  if (found === undefined) return undefined;
  const { quota, resources } = found;
  const details: Details = {
    title: `Quota ${quota} has no room: ${resources.map(({ name }) => name).join(', ')}`,
    evidence: resources.map(
      ({ name, requested, used, limited }) => `quota ${quota}: ${name}: ${requested} more requested, ${used} of ${limited} used`,
    ),
  };
  // The general steps of an object that is applied are these too.
  return where === '{object}' ? details : { ...details, remedy: QUOTA_STEPS };
}

const QUOTA_STEPS = [
  `See the quota: ${onMember('describe resourcequotas {namespaceArgs}')}`,
  'Raise the quota on {cluster}, free what is used, or request less in the pod template of {object}.',
];

/** A quota for a resource refuses each object that does not state how much of it it needs (Kubernetes pkg/quota/v1/evaluator/core). */
function unstated(message: string, about: 'object' | 'pods', where: string): Details | undefined {
  // bounded: a message is cut at 32,768 characters.
  const [, quota, what = ''] = /failed quota: ([^\s:]+): must specify (.+)$/s.exec(message) ?? [];
  if (quota === undefined) return undefined;
  const [subject, verb] = about === 'pods' ? ['the pods', 'set'] : ['the object', 'sets'];
  return {
    title: `Quota ${quota} requires that ${subject} ${verb} ${cutSentence(what)}`,
    explain:
      about === 'pods'
        ? 'A quota of the namespace on {cluster} only allows pods that set these requests and limits. Those of {object} do not.'
        : 'A quota of the namespace on {cluster} only allows objects that set these requests and limits. {object} does not.',
    remedy: [
      `See the quota and the defaults of the namespace: ${onMember('describe resourcequotas,limitranges {namespaceArgs}')}`,
      `Set them in ${where}, or create a LimitRange with defaults in the namespace on {cluster}.`,
    ],
  };
}

/** The quota is new, and its controller has not counted what is used. */
function uncounted(message: string): Details | undefined {
  // bounded: a message is cut at 32,768 characters.
  const quota = /status unknown for quota: ([^\s,]+)/.exec(message)?.[1];
  if (quota === undefined) return undefined;
  return {
    title: `Quota ${quota} has not been counted yet`,
    explain:
      'The controller of the quota on {cluster} has not counted what is used, so the API server allows nothing that the quota limits. This usually passes within seconds.',
    remedy: [
      `See whether the quota has a status: ${onMember('describe resourcequotas {namespaceArgs}')}`,
      'If it lasts, check the controller manager of {cluster}, and whether the quota names a resource that {cluster} does not have.',
    ],
  };
}

/** Kubernetes plugin/pkg/admission/limitranger/admission.go: minConstraint, maxConstraint, limitRequestRatioConstraint. */
function outOfRange(message: string, where: string): Details | undefined {
  if (!LIMIT_RANGE.test(message)) return undefined;
  const title = policySentence(message);
  return {
    ...(title === undefined ? {} : { title }),
    explain: 'A limit range of the namespace on {cluster} does not allow the requests or limits of {object}.',
    remedy: [
      `See the limit range: ${onMember('describe limitranges {namespaceArgs}')}`,
      ...DIRECTIONS.filter(({ said }) => said.test(message)).map(({ step }) => `In ${where}, ${step}, and deploy again.`),
      'Or change the limit range on {cluster}.',
    ],
  };
}

/** A message can have several of these. */
const DIRECTIONS: readonly { readonly said: RegExp; readonly step: string }[] = [
  {
    // bounded: a message is cut at 32,768 characters.
    said: /[Mm]inimum \S+ usage per \S+ is \S+, but (?:request|limit) is/,
    step: 'raise the request or limit that the message names to the minimum or more',
  },
  {
    // bounded: a message is cut at 32,768 characters.
    said: /[Mm]inimum \S+ usage per \S+ is \S+\. +No request/,
    step: 'set a request of the minimum or more',
  },
  {
    // bounded: a message is cut at 32,768 characters.
    said: /[Mm]aximum \S+ usage per \S+ is \S+, but (?:request|limit) is/,
    step: 'lower the request or limit that the message names to the maximum or less',
  },
  {
    // bounded: a message is cut at 32,768 characters.
    said: /[Mm]aximum \S+ usage per \S+ is \S+\. +No limit/,
    step: 'set a limit of the maximum or less',
  },
  {
    // bounded: a message is cut at 32,768 characters.
    said: /max limit to request ratio per \S+ is \S+, but provided ratio/,
    step: 'raise the request or lower the limit, until the limit is not more than that many times the request',
  },
  {
    // bounded: a message is cut at 32,768 characters.
    said: /max limit to request ratio per \S+ is \S+, but no (?:request|limit)/,
    step: 'set both the request and the limit',
  },
];
