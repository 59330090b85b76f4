import { isDeepStrictEqual } from 'node:util';
import { listAt, objectAt, stringAt } from '../../fleet/json/json.ts';
import { labelSelector, labelsOf, matchesLabels } from '../../fleet/kubernetes/label-selector.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import { allHold, matchesRequest } from './policy-matching.ts';
import { MOST_MESSAGE, type NotJudged } from '../cel/cel-engine.ts';
import type { PolicyRequest, PolicySurroundings } from './policy-request.ts';
import { faultyExpression } from './faulty-expression.ts';
import { type Evaluate, evaluator } from './policy-evaluator.ts';
import { holdsSecrets, NOT_SHOWN } from '../../secrets/holds-secrets.ts';

/** The answer of a ValidatingAdmissionPolicy to a request, through one of its bindings. */
export type PolicyVerdict =
  /** The policy does not apply to the request, or allows it. */
  | { readonly kind: 'passes' }
  /** All denials of the policy, in its own words. */
  | { readonly kind: 'refuses'; readonly denials: readonly PolicyDenial[] }
  /**
   * Not known here. `why` says what is missing, or which limit the policy reached. `isFault`: the hub does not have the policy as it is, or
   * refuses the object, unless it differs from what is given.
   */
  | { readonly kind: 'open'; readonly why: string; readonly isLimit?: true; readonly isFault?: true };

export interface PolicyDenial {
  /** The server's message after the names of policy and binding. */
  readonly message: string;
  /** The reason of the status: `Invalid` if the policy sets none. */
  readonly reason: string;
}

/**
 * Judges one policy by one binding. Await `loadEngines` first. Source: apiserver, `pkg/admission/plugin/policy/validating`
 * (`dispatcher.go`, `validator.go`) and `pkg/admission/plugin/policy/generic` (parameters).
 */
export function judgePolicy(policy: KubeObject, binding: KubeObject, request: PolicyRequest, around: PolicySurroundings): PolicyVerdict {
  const isAsked = allHold([
    matchesRequest(objectAt(policy, 'spec', 'matchConstraints') ?? {}, request, around),
    matchesRequest(objectAt(binding, 'spec', 'matchResources'), request, around),
  ]);
  if (isAsked === false) return PASSES;
  const faulty = faultyExpression(policy);
  if (faulty !== undefined) return { kind: 'open', why: `its expression ${faulty.expression} ${faulty.says}`, isFault: true };
  const failure = stringAt(policy, 'spec', 'failurePolicy') === 'Ignore' ? 'ignore' : 'fail';
  const params = paramsOf(policy, binding, request, around);
  const verdict =
    'unjudged' in params
      ? notJudged(params)
      : 'fault' in params
        ? failed(params.fault, failure)
        : joined(params.found.map((param) => judgeWith(policy, request, around, param, failure)));
  if (verdict.kind === 'passes' || isAsked === true) return verdict;
  return open(isAsked.open);
}

const PASSES: PolicyVerdict = { kind: 'passes' };

function open(why: string): PolicyVerdict {
  return { kind: 'open', why };
}

function notJudged({ unjudged, ...more }: NotJudged): PolicyVerdict {
  return { kind: 'open', why: unjudged, ...more };
}

function failed(message: string, failure: Failure): PolicyVerdict {
  return failure === 'ignore' ? PASSES : { kind: 'refuses', denials: [{ message, reason: 'Invalid' }] };
}

type Failure = 'fail' | 'ignore';

/** One refusal is enough, even if other answers are not known. */
function joined(verdicts: readonly PolicyVerdict[]): PolicyVerdict {
  const denials = verdicts.flatMap((verdict) => (verdict.kind === 'refuses' ? verdict.denials : []));
  if (denials.length > 0) return { kind: 'refuses', denials };
  return verdicts.find(({ kind }) => kind === 'open') ?? PASSES;
}

type Params = { readonly found: readonly (KubeObject | undefined)[] } | NotJudged | { readonly fault: string };

/**
 * The parameters to judge the policy with, one after the other. If a policy needs parameters and there are none, it is not judged at all.
 */
function paramsOf(policy: KubeObject, binding: KubeObject, request: PolicyRequest, around: PolicySurroundings): Params {
  const wanted = objectAt(policy, 'spec', 'paramKind');
  const ref = objectAt(binding, 'spec', 'paramRef');
  if (wanted === undefined || ref === undefined) return { found: [undefined] };
  const kind = { apiVersion: stringAt(wanted, 'apiVersion') ?? '', kind: stringAt(wanted, 'kind') ?? '' };
  const known = around.params(kind);
  const namespaced = around.isNamespaced(kind);
  const isRequired = stringAt(ref, 'parameterNotFoundAction') === 'Deny';
  // Without its parameter, such a policy refuses every object.
  const fault = isRequired ? { isFault: true as const } : {};
  if (known === undefined || namespaced === undefined) return { unjudged: `its parameters (${kind.kind}) are not known`, ...fault };
  const namespace = namespaced ? (stringAt(ref, 'namespace') ?? request.namespace) : undefined;
  if (namespaced && namespace === undefined) {
    if (request.namespaced) return { unjudged: 'the manifest names no namespace' };
    return { fault: 'failed to configure binding: cannot use namespaced paramRef in policy binding that matches cluster-scoped resources' };
  }
  const name = stringAt(ref, 'name');
  const selector = labelSelector(objectAt(ref, 'selector'));
  const isMeant = (param: KubeObject): boolean =>
    (namespace === undefined || param.metadata.namespace === namespace) &&
    (name === undefined ? selector !== undefined && matchesLabels(selector, labelsOf(param)) : param.metadata.name === name);
  const found = known.objects.filter(isMeant);
  const isKnown = (coming: KubeObject): boolean =>
    found.some((param) => param.metadata.name === coming.metadata.name && isDeepStrictEqual(contentOf(param), contentOf(coming)));
  if (!around.comingParams(kind).filter(isMeant).every(isKnown))
    return { unjudged: `these manifests write its parameters (${kind.kind}) as well` };
  if (found.length === 0 && !known.isWhole) {
    const what = name === undefined ? 'that its selector matches' : `${namespace === undefined ? '' : `${namespace}/`}${name}`;
    return { unjudged: `its parameter (${kind.kind} ${what}) is not in the files`, ...fault };
  }
  if (found.length === 0 && isRequired)
    return { fault: 'failed to configure binding: no params found for policy binding with `Deny` parameterNotFoundAction' };
  return { found };
}

function contentOf(object: KubeObject): object {
  const { metadata: _, ...content } = object;
  return content;
}

function judgeWith(
  policy: KubeObject,
  request: PolicyRequest,
  around: PolicySurroundings,
  param: KubeObject | undefined,
  failure: Failure,
): PolicyVerdict {
  const asked = new Set<string>();
  const evaluateOpenly = evaluator(policy, request, around, param, asked);
  const hasSecrets = [request.object, request.old, param].some(holdsSecrets);
  const evaluate: Evaluate = (expression) => {
    const answer = evaluateOpenly(expression);
    return 'error' in answer && hasSecrets ? { error: `expression '${expression}' resulted in an error; ${NOT_SHOWN}` } : answer;
  };
  const conditions = conditionsHold(policy, evaluate, failure);
  if (conditions.kind !== 'hold') return conditions.verdict;
  return joined(
    listAt(policy, 'spec', 'validations').map((validation) => {
      const expression = stringAt(validation, 'expression') ?? '';
      const answer = evaluate(expression);
      if ('unjudged' in answer) return notJudged(answer);
      if ('error' in answer) return failed(answer.error, failure);
      if (answer.value === true) return PASSES;
      const message = messageOf(validation, expression, hasSecrets ? undefined : evaluate);
      return { kind: 'refuses', denials: [{ message, reason: stringAt(validation, 'reason') ?? 'Invalid' }] };
    }),
  );
}

type Conditions = { readonly kind: 'hold' } | { readonly kind: 'decided'; readonly verdict: PolicyVerdict };

/** A false condition decides, regardless of the others. After that, an unknown condition decides, then an error. */
function conditionsHold(policy: KubeObject, evaluate: Evaluate, failure: Failure): Conditions {
  let unknown: NotJudged | undefined;
  let error: string | undefined;
  for (const condition of listAt(policy, 'spec', 'matchConditions')) {
    const answer = evaluate(stringAt(condition, 'expression') ?? '');
    if ('value' in answer && answer.value !== true) return { kind: 'decided', verdict: PASSES };
    if ('error' in answer) error ??= answer.error;
    else if ('unjudged' in answer) unknown ??= answer;
  }
  if (unknown !== undefined) return { kind: 'decided', verdict: notJudged(unknown) };
  return error === undefined ? { kind: 'hold' } : { kind: 'decided', verdict: failed(error, failure) };
}

/**
 * The message of a denial: the text of `messageExpression`, or else `message`, or else the expression.
 * @param evaluate absent if the text of `messageExpression` is not shown
 */
function messageOf(validation: unknown, expression: string, evaluate: Evaluate | undefined): string {
  const wanted = stringAt(validation, 'messageExpression');
  const answer = wanted === undefined ? undefined : evaluate?.(wanted);
  const made = answer !== undefined && 'value' in answer && typeof answer.value === 'string' ? answer.value.trim() : '';
  if (made !== '' && made.length <= MOST_MESSAGE && !made.includes('\n')) return made;
  const message = (stringAt(validation, 'message') ?? '').trim();
  return message === '' ? `failed expression: ${expression.trim()}` : message;
}
