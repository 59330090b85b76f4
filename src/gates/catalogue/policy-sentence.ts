import { FORBIDDEN_BY_PLUGIN } from './api-words.ts';
import { onMember } from './commands.ts';
import { cutSentence } from './cut-sentence.ts';
import { memberAnswer } from './member-answer.ts';

/** The reason that an admission webhook, policy or plugin gives for a refused write, in its own words; `undefined` if none gives one. */
export function policySentence(message: string): string | undefined {
  const answer = memberAnswer(message);
  const said = DENIED.exec(answer)?.[1] ?? (FORBIDDEN_BY_PLUGIN.test(answer) ? / is forbidden: (.+)$/s.exec(answer)?.[1] : undefined);
  const sentence = cutSentence(said ?? '', LONGEST);
  return sentence === '' ? undefined : sentence;
}

/** The policy, webhook or admission plugin that refuses a write, as words for a sentence; `undefined` if the message names none. */
export function policyName(message: string): string | undefined {
  const answer = memberAnswer(message);
  const webhook = WEBHOOK.exec(answer)?.[1];
  if (webhook !== undefined) return `admission webhook ${webhook}`;
  const policy = POLICY.exec(answer)?.[1];
  if (policy !== undefined) return `ValidatingAdmissionPolicy ${policy}`;
  return answer.includes('violates PodSecurity') ? 'Pod Security admission' : undefined;
}

/** The names of what denies it: `admission policy no-latest, binding no-latest-prod`; empty if the answer has no names. */
export function deniedBy(message: string): readonly string[] {
  const answer = memberAnswer(message);
  const webhook = WEBHOOK.exec(answer)?.[1];
  const [, policy, binding] = POLICY.exec(answer) ?? [];
  return [
    ...(webhook === undefined ? [] : [`admission webhook ${webhook} denies it`]),
    ...(policy === undefined ? [] : [`admission policy ${policy} denies it, by its binding ${binding ?? ''}`]),
  ];
}

/** The command that shows the policy, and only that one if it is named. A template with the words of `policyWords`. */
export function showPolicy(message: string): string {
  const answer = memberAnswer(message);
  if (POLICY.test(answer))
    // Two commands, because a phone shows one name of a kind this long in a line.
    return ['validatingadmissionpolicy/{policyName}', 'validatingadmissionpolicybinding/{policyBinding}']
      .map((name) => onMember(`get ${name} -o yaml`))
      .join(' and ');
  if (answer.includes('violates PodSecurity')) return onMember('get namespace {namespace} --show-labels');
  const kinds = WEBHOOK.test(answer) ? WEBHOOKS : `validatingadmissionpolicies,${WEBHOOKS}`;
  // The answer names a webhook, but not the configuration that contains it.
  return onMember(`get ${kinds} -o custom-columns="NAME:.metadata.name,WEBHOOKS:.webhooks[*].name"`);
}

/** The names in the commands of `showPolicy`. */
export function policyWords(message: string): Readonly<Record<string, string>> {
  const [, name, binding] = POLICY.exec(memberAnswer(message)) ?? [];
  return name === undefined || binding === undefined ? {} : { policyName: name, policyBinding: binding };
}

const WEBHOOKS = 'validatingwebhookconfigurations,mutatingwebhookconfigurations';

// bounded: a message is cut at 32,768 characters.
const WEBHOOK = /admission webhook "([^"]*)" denied/;
// bounded: a message is cut at 32,768 characters.
const POLICY = /ValidatingAdmissionPolicy '([^']*)' with binding '([^']*)' denied/;

/** Kubernetes staging/src/k8s.io/apiserver/pkg/admission/plugin: webhook/errors/statuserror.go and policy/validating/dispatcher.go. */
const DENIED =
  // bounded: a message is cut at 32,768 characters.
  /(?:admission webhook "[^"]*" denied the request|ValidatingAdmissionPolicy '[^']*' with binding '[^']*' denied request): (.+)$/s;

/** Some policies answer with all their rules, so the sentence is cut. */
const LONGEST = 240;
