import { field, numberAt, objectAt, stringAt, type JsonObject } from '../../../fleet/json/json.ts';
import type { KubeObject } from '../../../fleet/kubernetes/object.ts';
import { labelFault, subdomainFault } from '../../name-format.ts';
import { failurePolicyViolations } from './failure-policies.ts';
import { limitViolations } from './numbers.ts';
import { selectorViolations } from './selectors.ts';
import { wrongTogether, wrongValue, type Violation } from './violation.ts';

/**
 * Checks Jobs. Source: `pkg/apis/batch/validation/validation.go` of Kubernetes, ValidateJobSpec, and the defaults of `pkg/apis/batch/v1`.
 */
export function* jobViolations(object: KubeObject): Iterable<Violation> {
  const spec = objectAt(object, 'spec');
  if (spec === undefined) return;
  yield* jobSpecViolations(spec, '/spec');
  yield* ownSelectorViolations(object, spec);
  const name = stringAt(object, 'metadata', 'name') ?? '';
  const hostname = `${name}-${(completionsOf(spec) ?? 0) - 1}`;
  if (
    !isIndexed(spec) ||
    (completionsOf(spec) ?? 0) < 1 ||
    name === '' ||
    subdomainFault(name) !== undefined ||
    labelFault(hostname) === undefined
  )
    return;
  const says = `is too long or has a dot: its Pods are named by their index, up to ${hostname}`;
  yield wrongTogether('/metadata/name', [name], says, 'Write a shorter name without dots.', ['/spec/completions', '/spec/completionMode']);
}

const OWN = ['controller-uid', 'batch.kubernetes.io/controller-uid'];

/** Each Job gets a generated selector, unless `manualSelector` is true. */
function* ownSelectorViolations(object: KubeObject, spec: JsonObject): Iterable<Violation> {
  const rests = ['/spec/manualSelector'];
  if (spec['manualSelector'] === true) {
    if ((spec['selector'] ?? undefined) === undefined)
      yield wrongTogether('/spec/selector', [], 'is required with `manualSelector: true`', 'Add it, or remove `manualSelector`.', rests);
    else yield* selectorViolations(object);
  } else if (OWN.some((key) => field(spec, 'selector', 'matchLabels', key) !== undefined)) {
    // The selector was copied from an existing Job, and the manifest may be for that Job.
  } else if (Object.keys(objectAt(spec, 'selector', 'matchLabels') ?? {}).length > 0) {
    const says = 'cannot be set without `manualSelector: true`: each Job gets its own';
    yield wrongTogether('/spec/selector', [], says, 'Remove it.', rests);
  }
}

/** Checks the spec of a Job, or of a Job template. */
export function* jobSpecViolations(spec: JsonObject, at: string): Iterable<Violation> {
  yield* limitViolations(spec, at, NUMBERS);
  yield* restartViolations(spec, at);
  yield* indexViolations(spec, at);
  const policy = objectAt(spec, 'podFailurePolicy');
  if (policy !== undefined) yield* failurePolicyViolations(policy, spec, at);
}

const OF_INDEXES = ['backoffLimitPerIndex', 'maxFailedIndexes'];
/** `successPolicy` is dropped by API servers before 1.31. */
const NEED_INDEXES = [...OF_INDEXES, 'successPolicy'];
const NUMBERS = ['parallelism', 'completions', 'activeDeadlineSeconds', 'backoffLimit', 'ttlSecondsAfterFinished', ...OF_INDEXES];

function isIndexed(spec: JsonObject): boolean {
  return stringAt(spec, 'completionMode') === 'Indexed';
}

/** The default of `completions` is 1 if neither `completions` nor `parallelism` is set. */
function completionsOf(spec: JsonObject): number | undefined {
  return numberAt(spec, 'completions') ?? ((spec['completions'] ?? spec['parallelism'] ?? undefined) === undefined ? 1 : undefined);
}

function* indexViolations(spec: JsonObject, at: string): Iterable<Violation> {
  const mode = `${at}/completionMode`;
  const given = (name: string): boolean => (spec[name] ?? undefined) !== undefined;
  if (isIndexed(spec) && !given('completions') && given('parallelism'))
    yield wrongTogether(`${at}/completions`, [], 'is required with `completionMode: Indexed`', 'Write the number of indexes.', [mode]);
  if (!given('completionMode') || spec['completionMode'] === 'NonIndexed')
    for (const name of NEED_INDEXES.filter(given))
      yield wrongTogether(`${at}/${name}`, [], 'needs `completionMode: Indexed`', 'Remove it, or write `completionMode: Indexed`.', [mode]);
  const [failed, all] = [numberAt(spec, 'maxFailedIndexes'), completionsOf(spec)];
  if (isIndexed(spec) && failed !== undefined && all !== undefined && failed > all)
    yield wrongTogether(`${at}/maxFailedIndexes`, [], `is more than \`completions\`, ${all}`, 'Write at most that.', [`${at}/completions`]);
  if (given('podFailurePolicy') && spec['podReplacementPolicy'] === 'TerminatingOrFailed')
    yield wrongTogether(`${at}/podReplacementPolicy`, [], 'has to be Failed beside `podFailurePolicy`', 'Write `Failed`, or remove it.', [
      `${at}/podFailurePolicy`,
    ]);
  if (given('maxFailedIndexes') && !given('backoffLimitPerIndex'))
    yield wrongTogether(`${at}/backoffLimitPerIndex`, [], 'is required with `maxFailedIndexes`', 'Add it.', [`${at}/maxFailedIndexes`]);
}

function* restartViolations(spec: JsonObject, at: string): Iterable<Violation> {
  const pod = objectAt(spec, 'template', 'spec');
  if (pod === undefined) return;
  const policy = stringAt(pod, 'restartPolicy') ?? '';
  const pointer = `${at}/template/spec/restartPolicy`;
  const remedy = 'Write `OnFailure` or `Never`.';
  if (policy === 'Always') yield wrongValue(pointer, policy, 'cannot be Always in a Job', remedy);
  else if (policy === '' && (field(pod, 'restartPolicy') ?? '') === '') yield wrongTogether(pointer, [], 'is required in a Job', remedy);
  else if (policy === 'OnFailure' && objectAt(spec, 'podFailurePolicy') !== undefined)
    yield wrongTogether(pointer, [policy], 'has to be Never beside `podFailurePolicy`', 'Write `Never`.', [`${at}/podFailurePolicy`]);
}
