import { listAt, objectAt, stringAt, type JsonObject } from '../../../fleet/json/json.ts';
import { entriesIn } from './entries.ts';
import { wrongTogether, wrongValue, type Violation } from './violation.ts';

/** Checks a Job's policy for failed Pods. Source: `pkg/apis/batch/validation/validation.go` of Kubernetes, validatePodFailurePolicy. */
export function* failurePolicyViolations(policy: JsonObject, job: JsonObject, at: string): Iterable<Violation> {
  for (const { entry: rule, pointer } of entriesIn(policy, `${at}/podFailurePolicy`, 'rules')) {
    const codes = objectAt(rule, 'onExitCodes');
    const hasConditions = listAt(rule, 'onPodConditions').length > 0;
    if (codes !== undefined && hasConditions)
      yield wrongTogether(`${pointer}/onPodConditions`, [], 'cannot be set together with `onExitCodes`', 'Split it into two rules.');
    if ((rule['onExitCodes'] ?? undefined) === undefined && !hasConditions)
      yield wrongTogether(pointer, [], 'does not set when it applies', 'Add `onExitCodes` or `onPodConditions`.');
    if (rule['action'] === 'FailIndex' && (job['backoffLimitPerIndex'] ?? undefined) === undefined)
      yield wrongTogether(`${pointer}/action`, [], 'cannot be FailIndex without `backoffLimitPerIndex`', 'Add that, or write `FailJob`.', [
        `${at}/backoffLimitPerIndex`,
      ]);
    if (codes !== undefined) yield* exitCodeViolations(codes, `${pointer}/onExitCodes`, namesIn(job), `${at}/template/spec`);
  }
}

function namesIn(job: JsonObject): readonly unknown[] {
  const pod = objectAt(job, 'template', 'spec');
  return ['containers', 'initContainers'].flatMap((list) => listAt(pod, list).map((container) => stringAt(container, 'name')));
}

function* exitCodeViolations(codes: JsonObject, at: string, names: readonly unknown[], pod: string): Iterable<Violation> {
  const name = stringAt(codes, 'containerName');
  if (name !== undefined && !names.includes(name)) {
    const says = `names ${JSON.stringify(name)}, which is not a container of the Pod`;
    yield wrongTogether(`${at}/containerName`, [name, ...names], says, 'Name an existing container.', [pod]);
  }
  const values = listAt(codes, 'values');
  if (values.length === 0) yield wrongTogether(`${at}/values`, [], 'is required', 'List the codes.');
  for (const [index, value] of values.entries()) {
    const previous = index === 0 ? undefined : values[index - 1];
    if (value === 0 && codes['operator'] === 'In')
      yield wrongValue(`${at}/values/${index}`, value, 'cannot be 0, because 0 means success', 'Remove it.');
    if (typeof value === 'number' && typeof previous === 'number' && value <= previous)
      yield wrongTogether(`${at}/values/${index}`, [], 'is not more than the code before it', 'List each code once, the lowest first.');
  }
}
