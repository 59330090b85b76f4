import { field, numberAt, objectAt, stringAt, type JsonObject } from '../../../fleet/json/json.ts';
import type { KubeObject } from '../../../fleet/kubernetes/object.ts';
import { limitViolations } from './numbers.ts';
import { amountOf, shareViolations } from './shares.ts';
import { wrongTogether, type Violation } from './violation.ts';

/**
 * Checks the update strategies of workloads. Source: `pkg/apis/apps/validation/validation.go` of Kubernetes, and the defaults of
 * `pkg/apis/apps/v1`.
 */
export function* rolloutViolations(object: KubeObject, kind: string): Iterable<Violation> {
  const name = kind === 'apps/Deployment' ? 'strategy' : 'updateStrategy';
  const strategy = objectAt(object, 'spec', name);
  const rollingUpdate = objectAt(strategy, 'rollingUpdate');
  if (kind === 'apps/Deployment') yield* deadlineViolations(object);
  if (rollingUpdate === undefined) return;
  const at = `/spec/${name}/rollingUpdate`;
  const type = stringAt(strategy, 'type') ?? '';
  // A DaemonSet with `OnDelete` may keep a `rollingUpdate` that it does not use.
  if (type === (kind === 'apps/Deployment' ? 'Recreate' : 'OnDelete')) {
    if (kind !== 'apps/DaemonSet')
      yield wrongTogether(at, [type], `cannot be set together with \`type: ${type}\``, 'Remove it, or write `type: RollingUpdate`.', [
        `/spec/${name}/type`,
      ]);
  } else if (type !== '' && type !== 'RollingUpdate') return;
  else if (kind === 'apps/Deployment') yield* deploymentViolations(rollingUpdate, at);
  else if (kind === 'apps/DaemonSet') yield* daemonViolations(rollingUpdate, at);
  // Whether API servers validate `maxUnavailable` of a StatefulSet depends on a feature gate.
  else yield* limitViolations(rollingUpdate, at, ['partition']);
}

function* deploymentViolations(rollingUpdate: JsonObject, at: string): Iterable<Violation> {
  const [unavailable, surge] = [field(rollingUpdate, 'maxUnavailable'), field(rollingUpdate, 'maxSurge')];
  if (amountOf(unavailable) === 0 && amountOf(surge) === 0) yield noneAtOnce(at);
  yield* shareViolations(unavailable, `${at}/maxUnavailable`, 100);
  yield* shareViolations(surge, `${at}/maxSurge`);
}

/** By default one Pod is replaced at a time. */
function* daemonViolations(rollingUpdate: JsonObject, at: string): Iterable<Violation> {
  const [unavailable, surge] = [field(rollingUpdate, 'maxUnavailable') ?? 1, field(rollingUpdate, 'maxSurge') ?? 0];
  const [gone, more] = [amountOf(unavailable) ?? -1, amountOf(surge) ?? -1];
  if (gone === 0 && more === 0) yield noneAtOnce(at);
  if (gone > 0 && more > 0) {
    const says = `cannot be set if \`maxUnavailable\` is not 0, and it is ${gone}${typeof unavailable === 'string' ? '%' : ''}`;
    yield wrongTogether(`${at}/maxSurge`, [unavailable, surge], says, 'Write `maxUnavailable: 0`.', [at]);
  }
  yield* shareViolations(unavailable, `${at}/maxUnavailable`, 100);
  yield* shareViolations(surge, `${at}/maxSurge`, 100);
}

function noneAtOnce(at: string): Violation {
  const says = 'cannot be 0 if `maxSurge` is 0';
  return wrongTogether(`${at}/maxUnavailable`, [], says, 'Write 1 for one of the two, for example.', [at]);
}

const DEADLINE = 600;

function* deadlineViolations(deployment: KubeObject): Iterable<Violation> {
  const written = field(deployment, 'spec', 'progressDeadlineSeconds') ?? DEADLINE;
  const [ready, deadline] = [numberAt(deployment, 'spec', 'minReadySeconds') ?? 0, typeof written === 'number' ? written : undefined];
  if (deadline === undefined || deadline < 0 || ready < 0 || deadline > ready) return;
  const says = `has to be more than \`minReadySeconds\`, ${ready}, and is ${deadline}`;
  yield wrongTogether('/spec/progressDeadlineSeconds', [], says, 'Write a larger number.', ['/spec/minReadySeconds']);
}
