import { listAt, objectAt, stringAt } from '../../fleet/json/json.ts';
import { isFromServer, type KubeObject } from '../../fleet/kubernetes/object.ts';
import { oncePer } from '../../fleet/memo/once-per.ts';
import { onlyMeant } from '../../fleet/text/nearest.ts';
import { KUBERNETES_FUNCTIONS } from '../cel/kubernetes-functions.ts';
import { celEngine } from '../cel/load-cel.ts';

/** An expression that an API server does not accept, so that it does not accept the policy either. */
export interface FaultyExpression {
  /** Marked as code. */
  readonly expression: string;
  /** The end of a sentence: "uses the variable `x`: a policy does not have it". */
  readonly says: string;
  /** A later version of Kubernetes may have the function. */
  readonly mayBeNew?: true;
}

/**
 * The first such expression of a policy, or else the first one with a function that only a later version of Kubernetes may have. A server
 * that has stored a policy has accepted it. Await `loadCel` first. Source: Kubernetes,
 * `pkg/apis/admissionregistration/validation/validation.go`, which compiles all expressions.
 */
export const faultyExpression = oncePer((policy: KubeObject): FaultyExpression | undefined => {
  if (isFromServer(policy)) return undefined;
  const faults = expressionsOf(policy).flatMap((expression) => {
    const fault = faultIn(policy, expression);
    return fault === undefined ? [] : [{ expression: expression.trim() === '' ? '""' : `\`${expression}\``, ...fault }];
  });
  return faults.find(({ mayBeNew }) => mayBeNew !== true) ?? faults[0];
});

function expressionsOf(policy: KubeObject): readonly string[] {
  const texts = (list: string, key: string): readonly string[] => listAt(policy, 'spec', list).flatMap((each) => stringAt(each, key) ?? []);
  return [
    ...texts('validations', 'expression'),
    ...texts('matchConditions', 'expression'),
    ...texts('variables', 'expression'),
    ...texts('validations', 'messageExpression').filter((text) => text !== ''),
    ...texts('auditAnnotations', 'valueExpression'),
  ];
}

function faultIn(policy: KubeObject, expression: string): Omit<FaultyExpression, 'expression'> | undefined {
  if (expression.trim() === '') return { says: 'is empty' };
  const syntax = celEngine().syntaxFault(expression);
  if (syntax !== undefined) return { says: `is not valid CEL: ${syntax}` };
  const names = celEngine().names(expression, VARIABLES);
  if (names === undefined) return undefined;
  const hasParams = objectAt(policy, 'spec', 'paramKind') !== undefined;
  if (names.variables.has('params') && !hasParams) return { says: 'uses `params`: the policy has no `paramKind`' };
  for (const name of names.variables)
    if (!VARIABLES.has(name) && !TYPES.has(name))
      return { says: `uses the variable \`${name}\`: a policy does not have it${meant(name, VARIABLES)}` };
  const own = new Set(listAt(policy, 'spec', 'variables').flatMap((variable) => stringAt(variable, 'name') ?? []));
  for (const name of names.ownVariables)
    if (!own.has(name)) return { says: `uses \`variables.${name}\`: the policy does not have this variable${meant(name, own)}` };
  for (const name of names.functions) {
    if (KUBERNETES_FUNCTIONS.has(name)) continue;
    const similar = meant(name, KUBERNETES_FUNCTIONS);
    return similar === ''
      ? { says: `calls \`${name}\`: no known version of Kubernetes has this function`, mayBeNew: true }
      : { says: `calls \`${name}\`: Kubernetes does not have this function${similar}` };
  }
  return undefined;
}

function meant(name: string, known: ReadonlySet<string>): string {
  const similar = onlyMeant(name, known);
  return similar === undefined ? '' : `; did you mean \`${similar}\`?`;
}

const VARIABLES: ReadonlySet<string> = new Set(['object', 'oldObject', 'request', 'params', 'namespaceObject', 'authorizer', 'variables']);

/** The names of types, or the first parts of them. */
const TYPES: ReadonlySet<string> = new Set([
  'bool',
  'bytes',
  'double',
  'google',
  'int',
  'kubernetes',
  'list',
  'map',
  'net',
  'null_type',
  'optional_type',
  'string',
  'type',
  'uint',
]);
