import { FORBIDDEN_BY_PLUGIN } from './api-words.ts';
import { memberAnswer } from './member-answer.ts';

/** What an admission webhook, an admission policy or an admission plugin says about a write, in its own words; `undefined` where none says why. */
export function policySentence(message: string): string | undefined {
  const answer = memberAnswer(message);
  const said = DENIED.exec(answer)?.[1] ?? (FORBIDDEN_BY_PLUGIN.test(answer) ? / is forbidden: (.+)$/s.exec(answer)?.[1] : undefined);
  const sentence = (said ?? '').replaceAll(/\s+/g, ' ').trim();
  if (sentence === '') return undefined;
  return sentence.length > LONGEST ? `${sentence.slice(0, LONGEST)}…` : sentence;
}

/** Which policy, webhook or admission plugin refuses a write, in words that stand in a sentence; `undefined` where nothing names it. */
export function policyName(message: string): string | undefined {
  const answer = memberAnswer(message);
  const webhook = /admission webhook "([^"]+)" denied the request/.exec(answer)?.[1];
  if (webhook !== undefined) return `admission webhook ${webhook}`;
  const policy = /ValidatingAdmissionPolicy '([^']+)' with binding/.exec(answer)?.[1];
  if (policy !== undefined) return `ValidatingAdmissionPolicy ${policy}`;
  return answer.includes('violates PodSecurity') ? 'Pod Security admission' : undefined;
}

/** Kubernetes staging/src/k8s.io/apiserver/pkg/admission/plugin: webhook/errors/statuserror.go and policy/validating/dispatcher.go. */
const DENIED =
  // bounded: a message is cut at 32,768 characters.
  /(?:admission webhook "[^"]*" denied the request|ValidatingAdmissionPolicy '[^']*' with binding '[^']*' denied request): (.+)$/s;

/** Some policies answer with all their rules. */
const LONGEST = 240;
