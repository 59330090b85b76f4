import { childPointer } from '../../fleet/json/json-pointer.ts';
import type { HubProfile } from '../../fleet/kubefleet/kinds.ts';
import { field, listAt, stringAt, type JsonObject } from '../../fleet/json/json.ts';
import { atLeast, oneOf, shortenTo } from '../wording/value-hints.ts';
import { allRemedy, fixedRemedy, namesRemedy, type PolicyRemedy } from '../wording/policy-type-remedy.ts';
import { subdomainFault } from '../name-format.ts';
import { AFFINITY, preferredTermRules, requiredTermRules } from './affinity-rules.ts';
import type { Refusal } from './refusal.ts';
import { tolerationRules } from './toleration-rules.ts';
import { PREFERRED_AFFINITY } from '../../fleet/kubefleet/placement-policy.ts';

const AT = '/spec/policy';

/** Source: KubeFleet `pkg/utils/validator/placement.go`, validatePlacementPolicy. */
export function placementPolicyRules(policy: JsonObject, profile: HubProfile): Iterable<Refusal> {
  const type = stringAt(policy, 'placementType');
  if (type === 'PickFixed') return pickFixed(policy, profile);
  return type === 'PickN' ? pickN(policy, profile) : pickAll(policy, profile);
}

function* pickFixed(policy: JsonObject, profile: HubProfile): Generator<Refusal> {
  const names = listAt(policy, 'clusterNames').map(String);
  if (names.length === 0 && profile === 'v0.3') {
    yield {
      pointer: `${AT}/clusterNames`,
      serverMessage: 'cluster names cannot be empty for policy type PickFixed',
      message: 'The placement type is PickFixed, and `clusterNames` is empty.',
      ...(field(policy, 'numberOfClusters') === undefined
        ? { hint: 'Name the clusters to place on.' }
        : placed(fixedRemedy(policy, 'numberOfClusters'))),
    };
  }
  yield* clusterNameRules(names);
  if (field(policy, 'numberOfClusters') !== undefined)
    yield misplaced(
      'numberOfClusters',
      'PickFixed',
      'number of clusters must be nil for policy type PickFixed, only valid for PickN placement policy type',
      fixedRemedy(policy, 'numberOfClusters'),
    );
  if (field(policy, 'affinity') !== undefined)
    yield misplaced(
      'affinity',
      'PickFixed',
      'affinity must be nil for policy type PickFixed, only valid for PickAll/PickN placement policy types',
      fixedRemedy(policy, 'affinity'),
    );
  if (listAt(policy, 'topologySpreadConstraints').length > 0)
    yield misplaced(
      'topologySpreadConstraints',
      'PickFixed',
      'topology spread constraints needs to be empty for policy type PickFixed, only valid for PickN policy type',
      fixedRemedy(policy, 'topologySpreadConstraints'),
    );
  if (listAt(policy, 'tolerations').length > 0)
    yield misplaced(
      'tolerations',
      'PickFixed',
      'tolerations needs to be empty for policy type PickFixed, only valid for PickAll/PickN',
      fixedRemedy(policy, 'tolerations'),
    );
}

const NAME_HINT = 'Write the name of a member cluster, or remove the entry.';

function* clusterNameRules(names: readonly string[]): Generator<Refusal> {
  const seen = new Set<string>();
  for (const [index, name] of names.entries()) {
    const pointer = childPointer(`${AT}/clusterNames`, index);
    const fault = subdomainFault(name);
    if (fault !== undefined) {
      const serverMessage = `PickFixed cluster name ${name} is not a valid member name: ${fault.says}`;
      yield {
        pointer,
        serverMessage,
        message: `${JSON.stringify(name)} is not a cluster name: ${fault.says}.`,
        hint: name === '' ? NAME_HINT : fault.hint,
      };
    }
    if (name.length > 63) {
      const serverMessage = `PickFixed cluster name ${name} cannot have length exceeding 63`;
      yield {
        pointer,
        serverMessage,
        message: `The cluster name has ${String(name.length)} characters; the maximum is 63.`,
        hint: shortenTo(63),
      };
    }
    if (seen.has(name)) {
      const serverMessage = 'cluster names must be unique for policy type PickFixed';
      yield { pointer, serverMessage, message: `The cluster ${JSON.stringify(name)} is listed twice.`, hint: 'Remove one of the two.' };
      return;
    }
    seen.add(name);
  }
}

function* pickAll(policy: JsonObject, profile: HubProfile): Generator<Refusal> {
  if (listAt(policy, 'clusterNames').length > 0)
    yield misplaced(
      'clusterNames',
      'PickAll',
      'cluster names needs to be empty for policy type PickAll, only valid for PickFixed policy type',
      allRemedy(policy, 'clusterNames'),
    );
  if (field(policy, 'numberOfClusters') !== undefined)
    yield misplaced(
      'numberOfClusters',
      'PickAll',
      'number of clusters must be nil for policy type PickAll, only valid for PickN placement policy type',
      allRemedy(policy, 'numberOfClusters'),
    );
  yield* requiredTermRules(policy, profile);
  if (listAt(policy, 'affinity', 'clusterAffinity', PREFERRED_AFFINITY).length > 0) {
    yield {
      pointer: `${AFFINITY}/${PREFERRED_AFFINITY}`,
      serverMessage: 'PreferredDuringSchedulingIgnoredDuringExecution will be ignored for placement policy type PickAll',
      message: 'The placement type is PickAll, which has no use for preferred affinity.',
      hint: 'Remove it, or write `placementType: PickN` with `numberOfClusters`.',
    };
  }
  if (listAt(policy, 'topologySpreadConstraints').length > 0)
    yield misplaced(
      'topologySpreadConstraints',
      'PickAll',
      'topology spread constraints needs to be empty for policy type PickAll, only valid for PickN policy type',
      allRemedy(policy, 'topologySpreadConstraints'),
    );
  yield* tolerationRules(policy, `${AT}/tolerations`);
}

function* pickN(policy: JsonObject, profile: HubProfile): Generator<Refusal> {
  if (listAt(policy, 'clusterNames').length > 0)
    yield misplaced(
      'clusterNames',
      'PickN',
      'cluster names needs to be empty for policy type PickN, only valid for PickFixed policy type',
      namesRemedy(policy, 'PickN'),
    );
  if (field(policy, 'numberOfClusters') === undefined) {
    yield {
      pointer: `${AT}/numberOfClusters`,
      serverMessage: 'number of cluster cannot be nil for policy type PickN',
      message: 'The placement type is PickN, and `numberOfClusters` is missing.',
      ...(listAt(policy, 'clusterNames').length > 0 ? placed(namesRemedy(policy, 'PickN')) : { hint: 'Write how many clusters to pick.' }),
    };
  }
  const count = field(policy, 'numberOfClusters');
  if (typeof count === 'number' && count < 0) {
    yield {
      pointer: `${AT}/numberOfClusters`,
      serverMessage: `number of clusters cannot be ${String(count)} for policy type PickN`,
      message: `\`numberOfClusters\` is ${String(count)}; the minimum is 0.`,
      hint: atLeast(0),
    };
  }
  yield* requiredTermRules(policy, profile);
  yield* preferredTermRules(policy);
  for (const [index, constraint] of listAt(policy, 'topologySpreadConstraints').entries()) {
    const action = stringAt(constraint, 'whenUnsatisfiable') ?? '';
    if (action === '' || action === 'DoNotSchedule' || action === 'ScheduleAnyway') continue;
    yield {
      pointer: `${childPointer(`${AT}/topologySpreadConstraints`, index)}/whenUnsatisfiable`,
      serverMessage: `unknown unsatisfiable type ${action}`,
      message: `\`whenUnsatisfiable\` is ${JSON.stringify(action)}; it can be DoNotSchedule or ScheduleAnyway.`,
      hint: oneOf(['DoNotSchedule', 'ScheduleAnyway']),
    };
  }
  yield* tolerationRules(policy, `${AT}/tolerations`);
}

function misplaced(name: string, type: string, serverMessage: string, remedy: PolicyRemedy): Refusal {
  return {
    pointer: `${AT}/${name}`,
    serverMessage,
    message: `\`${name}\` cannot be set when the placement type is ${type}.`,
    ...placed(remedy),
  };
}

/** Policy remedies point from the policy, and webhook refusals from the object. */
function placed({ hint, fix }: PolicyRemedy): Pick<Refusal, 'hint' | 'fix'> {
  return { hint, ...(fix === undefined ? {} : { fix: { ...fix, at: `${AT}${fix.at}` } }) };
}
