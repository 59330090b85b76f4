import type { Observation } from '../observations/observation.ts';
import { absentObject } from './absent-object.ts';
import { UNREACHABLE } from './api-words.ts';
import { builtInAdmission } from './built-in-admission.ts';
import { onMember } from './commands.ts';
import { cutSentence } from './cut-sentence.ts';
import type { Details } from './failure.ts';
import { policySentence, policyWords, showPolicy } from './policy-sentence.ts';
import { refusedAmount } from './refused-amount.ts';
import { SEE, uncalledWebhook } from './uncalled-webhook.ts';

/** Why a member's API server refuses the pods of a workload, from its message, and the step for it. */
export function refusedPods({ condition, cluster = 'the member' }: Observation): Details {
  const message = condition?.message ?? '';
  const absent = absentObject(message, 'pods', cluster);
  if (absent !== undefined) return absent;
  const amount = refusedAmount(message, 'pods');
  if (amount !== undefined) return amount;
  const uncalled = uncalledWebhook(message, 'the pods of {object}');
  if (uncalled !== undefined) return uncalled;
  if (UNREACHABLE.test(message)) return UNREACHED;
  if (message.includes('because it is being terminated')) return TERMINATING;
  const invalid = INVALID.exec(message)?.[1];
  if (invalid !== undefined) return { title: `The pods are invalid: ${cutSentence(invalid)}`, ...INVALID_STEPS };
  const builtIn = builtInAdmission(message, 'pods');
  if (builtIn !== undefined) return builtIn;
  const title = policySentence(message);
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
