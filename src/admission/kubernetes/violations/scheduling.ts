import { field, listAt, objectAt, stringAt } from '../../../fleet/json/json.ts';
import { labelViolations } from './metadata.ts';
import { wrongTogether, wrongValue, type Violation } from './violation.ts';

/**
 * Checks where a Pod may run. Source: `pkg/apis/core/validation/validation.go` of Kubernetes, ValidateTolerations,
 * ValidateNodeSelectorRequirement, validateTopologySpreadConstraints.
 * @param at pointer to the PodSpec
 */
export function* schedulingViolations(pod: unknown, at: string): Iterable<Violation> {
  yield* labelViolations(objectAt(pod, 'nodeSelector'), `${at}/nodeSelector`);
  for (const [index, toleration] of listAt(pod, 'tolerations').entries())
    yield* tolerationViolations(toleration, `${at}/tolerations/${index}`);
  yield* spreadViolations(listAt(pod, 'topologySpreadConstraints'), `${at}/topologySpreadConstraints`);
  const affinity = `${at}/affinity/nodeAffinity`;
  const required = 'requiredDuringSchedulingIgnoredDuringExecution';
  for (const [index, term] of listAt(pod, 'affinity', 'nodeAffinity', required, 'nodeSelectorTerms').entries())
    yield* termViolations(term, `${affinity}/${required}/nodeSelectorTerms/${index}`);
  for (const type of ['nodeAffinity', 'podAffinity', 'podAntiAffinity']) yield* preferenceViolations(pod, at, type);
}

const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution';

function* preferenceViolations(pod: unknown, at: string, type: string): Iterable<Violation> {
  for (const [index, preferred] of listAt(pod, 'affinity', type, PREFERRED).entries()) {
    const pointer = `${at}/affinity/${type}/${PREFERRED}/${index}`;
    const weight = field(preferred, 'weight');
    if (Number.isInteger(weight) && (Number(weight) < 1 || Number(weight) > 100))
      yield wrongValue(
        `${pointer}/weight`,
        weight,
        `cannot be ${String(weight)}: weights go from 1 to 100`,
        'Write a number from 1 to 100.',
      );
    if (type === 'nodeAffinity') yield* termViolations(field(preferred, 'preference'), `${pointer}/preference`);
  }
}

function* tolerationViolations(toleration: unknown, at: string): Iterable<Violation> {
  const [key, operator, value, effect] = ['key', 'operator', 'value', 'effect'].map((name) => stringAt(toleration, name) ?? '');
  if (operator === 'Exists' && value !== '')
    yield wrongTogether(
      `${at}/value`,
      [value, operator],
      'cannot be set with `operator: Exists`',
      'Remove it, or write `operator: Equal`.',
      [`${at}/operator`],
    );
  if (key === '' && operator !== 'Exists')
    yield wrongTogether(at, [operator], 'has no `key`, so its operator must be Exists', 'Add the key of the taint.', [`${at}/operator`]);
  const seconds = field(toleration, 'tolerationSeconds') ?? undefined;
  if (seconds !== undefined && effect !== 'NoExecute')
    yield wrongTogether(
      `${at}/tolerationSeconds`,
      [seconds, effect],
      'can only be set with `effect: NoExecute`',
      'Remove it, or write `effect: NoExecute`.',
      [`${at}/effect`],
    );
}

function* spreadViolations(constraints: readonly unknown[], at: string): Iterable<Violation> {
  const seen = new Set<string>();
  for (const [index, constraint] of constraints.entries()) {
    const [topology, action] = ['topologyKey', 'whenUnsatisfiable'].map((name) => stringAt(constraint, name) ?? '');
    for (const name of ['maxSkew', 'minDomains']) {
      const value = field(constraint, name);
      if (typeof value === 'number' && Number.isInteger(value) && value < 1)
        yield wrongValue(`${at}/${index}/${name}`, value, `cannot be ${value}: it must be at least 1`, 'Write 1 or more.');
    }
    if ((field(constraint, 'minDomains') ?? undefined) !== undefined && action === 'ScheduleAnyway')
      yield wrongTogether(
        `${at}/${index}/minDomains`,
        [action],
        'can only be set with `whenUnsatisfiable: DoNotSchedule`',
        'Remove it, or write `whenUnsatisfiable: DoNotSchedule`.',
        [`${at}/${index}/whenUnsatisfiable`],
      );
    const pair = JSON.stringify([topology, action]);
    if (topology !== '' && action !== '' && seen.has(pair))
      yield wrongTogether(
        `${at}/${index}/topologyKey`,
        [topology, action],
        'is the key of another constraint with the same `whenUnsatisfiable`',
        'Keep one constraint for each key.',
        [at],
      );
    seen.add(pair);
  }
}

/** Requirements of labels of nodes. */
function* termViolations(term: unknown, at: string): Iterable<Violation> {
  for (const [index, requirement] of listAt(term, 'matchExpressions').entries()) {
    const pointer = `${at}/matchExpressions/${index}`;
    const operator = stringAt(requirement, 'operator') ?? '';
    const count = listAt(requirement, 'values').length;
    const wanted = VALUES[operator];
    if (wanted === undefined || wanted.isRight(count)) continue;
    const place = count === 0 ? pointer : `${pointer}/values`;
    yield wrongTogether(place, [operator, count], `${wanted.says} with \`operator: ${operator}\``, wanted.remedy, [pointer]);
  }
}

interface Wanted {
  readonly isRight: (count: number) => boolean;
  readonly says: string;
  readonly remedy: string;
}

const SOME: Wanted = { isRight: (count) => count > 0, says: 'needs `values`', remedy: 'List the values.' };
const NONE: Wanted = { isRight: (count) => count === 0, says: 'cannot be set', remedy: 'Remove the values.' };
const ONE: Wanted = { isRight: (count) => count === 1, says: 'needs exactly one value', remedy: 'Write one value.' };
const VALUES: Readonly<Record<string, Wanted>> = { In: SOME, NotIn: SOME, Exists: NONE, DoesNotExist: NONE, Gt: ONE, Lt: ONE };
