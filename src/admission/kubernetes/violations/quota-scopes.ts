import { listAt, objectAt, stringAt, type JsonObject } from '../../../fleet/json/json.ts';
import { entriesIn } from './entries.ts';
import { mistyped, wrongTogether, type Violation } from './violation.ts';

const SCOPES = ['Terminating', 'NotTerminating', 'BestEffort', 'NotBestEffort', 'PriorityClass', 'CrossNamespacePodAffinity'];
const CONFLICTS = [
  ['BestEffort', 'NotBestEffort'],
  ['Terminating', 'NotTerminating'],
] as const;

/**
 * Of what a ResourceQuota counts alone. Source: `pkg/apis/core/validation/validation.go` of Kubernetes, validateResourceQuotaScopes.
 * @param other tells a resource that has nothing to do with a scope, where there is one
 */
export function* scopeViolations(spec: JsonObject, other: (scope: string) => string | undefined): Iterable<Violation> {
  const scopes = listAt(spec, 'scopes');
  yield* conflictViolations(scopes, '/spec/scopes');
  for (const [index, scope] of scopes.entries()) yield* judged(scope, `/spec/scopes/${index}`, other);
  const at = '/spec/scopeSelector';
  const expressions = entriesIn(objectAt(spec, 'scopeSelector'), at, 'matchExpressions');
  const selected = expressions.map(({ entry }) => entry['scopeName']);
  yield* conflictViolations(selected, `${at}/matchExpressions`);
  for (const { entry, pointer } of expressions) {
    yield* judged(entry['scopeName'], `${pointer}/scopeName`, other);
    yield* operatorViolations(entry, pointer);
  }
}

function* conflictViolations(scopes: readonly unknown[], pointer: string): Iterable<Violation> {
  for (const [one, other] of CONFLICTS)
    if (scopes.includes(one) && scopes.includes(other))
      yield wrongTogether(pointer, [], `holds ${one} and ${other}, which leave nothing`, 'Keep one of the two.');
}

function* judged(scope: unknown, pointer: string, otherThan: (scope: string) => string | undefined): Iterable<Violation> {
  yield* mistyped(pointer, scope, [...SCOPES, 'VolumeAttributesClass']);
  const other = typeof scope === 'string' && SCOPES.includes(scope) ? otherThan(scope) : undefined;
  if (other === undefined) return;
  const says = `cannot be ${String(scope)} beside \`${other}\`, which it has nothing to do with`;
  yield wrongTogether(pointer, [other], says, 'Make two quotas of it.', ['/spec/hard']);
}

function* operatorViolations(expression: JsonObject, pointer: string): Iterable<Violation> {
  const [scope, operator] = [stringAt(expression, 'scopeName') ?? '', stringAt(expression, 'operator') ?? ''];
  const hasValues = listAt(expression, 'values').length > 0;
  if (SCOPES.includes(scope) && scope !== 'PriorityClass' && ['DoesNotExist', 'In', 'NotIn'].includes(operator))
    yield wrongTogether(`${pointer}/operator`, [operator], `has to be Exists with \`scopeName: ${scope}\``, 'Write `Exists`.', [pointer]);
  else if ((operator === 'In' || operator === 'NotIn') && !hasValues)
    yield wrongTogether(`${pointer}/values`, [], `is required with \`operator: ${operator}\``, 'List the values.', [pointer]);
  else if ((operator === 'Exists' || operator === 'DoesNotExist') && hasValues)
    yield wrongTogether(`${pointer}/values`, [], `cannot be set with \`operator: ${operator}\``, 'Remove it.', [pointer]);
}
