import { listAt, objectAt, stringAt } from '../../fleet/json/json.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import { oncePer } from '../../fleet/memo/once-per.ts';
import { CelBudget } from '../cel/cel-budget.ts';
import { type Answer, type NotJudged, UnknownValue, UnreadableValue } from '../cel/cel-engine.ts';
import { celEngine } from '../cel/load-cel.ts';
import { openValue, unknownObject, type Openness } from './open-value.ts';
import { versionFor } from './policy-matching.ts';
import type { PolicyRequest, PolicySurroundings } from './policy-request.ts';

/** Evaluates one expression; `unjudged` says what it reads that is not known, or which limit it reached. */
export type Evaluate = (expression: string) => Answer;

/**
 * Evaluates the expressions of one policy. If an expression reads something unknown, its error is not reported, because it may not occur on
 * the hub.
 */
export function evaluator(
  policy: KubeObject,
  request: PolicyRequest,
  around: PolicySurroundings,
  param: KubeObject | undefined,
  asked: Set<string>,
): Evaluate {
  const note = (what: string): void => void asked.add(what);
  const variables: Record<string, unknown> = {};
  const version = versionFor(objectAt(policy, 'spec', 'matchConstraints'), request);
  const context = { ...contextOf(request, version, around, param, note), variables };
  const budget = new CelBudget();
  const overLimits = limitsReached(policy);
  const evaluate: Evaluate = (expression) => {
    const before = overLimits.get(expression);
    if (before !== undefined) return before;
    asked.clear();
    const answer = celEngine().answer(expression, () => context, budget);
    if ('unjudged' in answer && answer.isLimit === true) overLimits.set(expression, answer);
    if ('error' in answer) {
      const [first] = asked;
      return first === undefined
        ? { error: `expression '${expression}' resulted in error: ${answer.error}` }
        : { unjudged: `${first} is not known here` };
    }
    return answer;
  };
  for (const variable of listAt(policy, 'spec', 'variables')) {
    const name = stringAt(variable, 'name') ?? '';
    let answer: ReturnType<Evaluate> | undefined;
    const get = (): unknown => {
      answer ??= celEngine().answer(stringAt(variable, 'expression') ?? '', () => context, budget);
      if ('unjudged' in answer) {
        if (answer.isLimit === true) budget.reached = answer.unjudged;
        note(`\`variables.${name}\``);
        throw new UnknownValue(answer.unjudged);
      }
      if ('error' in answer) throw new UnreadableValue(`composited variable "${name}" fails to evaluate: ${answer.error}`);
      return answer.value;
    };
    Object.defineProperty(variables, name, { enumerable: true, get });
  }
  return evaluate;
}

/** The expressions of a policy that reached a limit. They are not tried again for the next object. */
const limitsReached = oncePer((_policy: KubeObject) => new Map<string, NotJudged>());

function contextOf(
  request: PolicyRequest,
  version: string,
  around: PolicySurroundings,
  param: KubeObject | undefined,
  asked: Openness['asked'],
): Readonly<Record<string, unknown>> {
  const { group, kind, resource, operation, namespace, name, old } = request;
  const inVersion = (object: KubeObject): KubeObject => ({ ...object, apiVersion: group === '' ? version : `${group}/${version}` });
  const closed = (value: string): Openness => ({ name: value, asked, unresolved: [], mayHave: () => false });
  const facts = {
    kind: { group, version, kind },
    resource: { group, version, resource },
    requestKind: { group, version: request.version, kind },
    requestResource: { group, version: request.version, resource },
    operation,
    ...(name === '' ? {} : { name }),
    ...(namespace === undefined ? {} : { namespace }),
  };
  const mayBeAsked = (field: string): boolean => !NOT_IN_REQUEST.has(field) && (field !== 'namespace' || request.namespaced);
  return {
    object: openValue(inVersion(request.object), {
      name: 'object',
      asked,
      unresolved: request.unresolved,
      mayHave: (pointer, field) => mayHave(request, pointer, field),
      ...(request.isPlain ? {} : { isNumberOpen: (pointer: string) => !PLAIN_NUMBER.test(pointer) }),
    }),
    oldObject:
      old === undefined ? null : old === 'unknown' ? unknownObject('oldObject', asked) : openValue(inVersion(old), closed('oldObject')),
    request: openValue(facts, { ...closed('request'), mayHave: (pointer, field) => (pointer === '' ? mayBeAsked(field) : false) }),
    params: param === undefined ? null : openValue(param, closed('params')),
    namespaceObject: namespaceOf(request, around, asked),
    authorizer: unknownObject('authorizer', asked),
  };
}

/** AdmissionRequest fields that are never set if the request is for the object itself. */
const NOT_IN_REQUEST: ReadonlySet<string> = new Set(['subResource', 'requestSubResource', 'object', 'oldObject']);

/** Metadata that the server sets before it calls policies. */
const WRITTEN: ReadonlySet<string> = new Set(['uid', 'creationTimestamp', 'generation', 'managedFields', 'resourceVersion', '']);

function mayHave({ isWhole, isDeclared, name }: PolicyRequest, pointer: string, field: string): boolean {
  if (pointer === '/metadata') return WRITTEN.has(field) || (field === 'name' && name === '');
  if (isWhole || pointer === '/metadata/labels' || pointer === '/metadata/annotations') return false;
  return isDeclared === undefined || isDeclared(pointer, field);
}

/** Number fields of built-in kinds that the policy gets as numbers. Other fields may be quantities, which it gets as text. */
const PLAIN_NUMBER = /\/(?:replicas|minReplicas|maxReplicas|parallelism|completions|backoffLimit|\w*[pP]ort|\w*Seconds|\w*Limit)$/;

function namespaceOf({ namespaced, namespace }: PolicyRequest, around: PolicySurroundings, asked: Openness['asked']): unknown {
  if (!namespaced) return null;
  const known = namespace === undefined ? undefined : around.namespace(namespace);
  if (known === undefined) return unknownObject('namespaceObject', asked);
  // The server adds more metadata to a namespace that is known. Every namespace has a spec and a status.
  const { metadata, ...rest } = known.object;
  const whole = { ...rest, spec: { finalizers: ['kubernetes'] }, status: { phase: 'Active' }, metadata };
  const ofServer = (pointer: string, field: string): boolean => pointer === '/metadata' && field !== 'labels' && field !== 'name';
  const mayHaveMore = (pointer: string, field: string): boolean => !known.isWhole || ofServer(pointer, field);
  return openValue(known.isWhole ? whole : known.object, { name: 'namespaceObject', asked, unresolved: [], mayHave: mayHaveMore });
}
