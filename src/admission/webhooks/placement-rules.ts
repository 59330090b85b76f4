import { childPointer } from '../../fleet/json/json-pointer.ts';
import type { HubProfile } from '../../fleet/kubefleet/kinds.ts';
import { field, isObject, listAt, stringAt } from '../../fleet/json/json.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import type { HubKinds } from './hub-kinds.ts';
import { kindHint } from '../wording/kind-hint.ts';
import { labelSelectorRules } from './label-selector-rules.ts';
import { placementPolicyRules } from './placement-policy-rules.ts';
import { shortenTo } from '../wording/value-hints.ts';
import type { Refusal } from './refusal.ts';
import { rolloutStrategyRules } from './rollout-strategy-rules.ts';

/**
 * The validating webhook of ClusterResourcePlacement. KubeFleet registers no webhook for ResourcePlacement (`pkg/webhook/webhook.go`).
 * Source: KubeFleet `pkg/utils/validator/placement.go`, validatePlacement.
 */
export function* placementRules(placement: KubeObject, profile: HubProfile, kinds: HubKinds): Generator<Refusal> {
  const { length } = placement.metadata.name ?? '';
  if (length > 63) {
    yield {
      pointer: '/metadata/name',
      serverMessage: 'the name field cannot have length exceeding 63',
      message: `The name has ${String(length)} characters; the maximum is 63.`,
      hint: shortenTo(63),
    };
  }
  const selectors = listAt(placement, 'spec', 'resourceSelectors');
  const namespaced = selectors.some(selectsInNamespace);
  for (const [at, selector] of selectors.entries()) {
    const pointer = childPointer('/spec/resourceSelectors', at);
    yield* selectorRules(selector, pointer);
    const kind = kindRefusal(selector, pointer, namespaced, kinds);
    if (kind === undefined) continue;
    yield kind;
    // The webhook stops at the first kind without a REST mapping.
    if (kind.serverMessage.startsWith(NO_MAPPING)) return;
  }
  const policy = field(placement, 'spec', 'policy');
  if (isObject(policy)) yield* placementPolicyRules(policy, profile);
  yield* rolloutStrategyRules(field(placement, 'spec', 'strategy'));
}

const NO_MAPPING = 'failed to get GVR of the selector: ';

function selectsInNamespace(selector: unknown): boolean {
  return (
    stringAt(selector, 'group') === '' &&
    stringAt(selector, 'version') === 'v1' &&
    stringAt(selector, 'kind') === 'Namespace' &&
    stringAt(selector, 'selectionScope') === 'NamespaceWithResourceSelectors'
  );
}

function* selectorRules(selector: unknown, pointer: string): Generator<Refusal> {
  if (!isObject(field(selector, 'labelSelector'))) return;
  if ((stringAt(selector, 'name') ?? '') !== '') {
    yield {
      pointer: `${pointer}/labelSelector`,
      serverMessage: 'the labelSelector and name fields are mutually exclusive in selector {…}',
      message: 'A resource selector has both `name` and `labelSelector`.',
      hint: 'Keep `name` to select one object, or `labelSelector` to select all that match.',
    };
  }
  yield* labelSelectorRules(field(selector, 'labelSelector'), `${pointer}/labelSelector`, 'resource selector');
}

function kindRefusal(selector: unknown, pointer: string, namespaced: boolean, kinds: HubKinds): Refusal | undefined {
  const [group = '', version = '', kind = ''] = ['group', 'version', 'kind'].map((name) => stringAt(selector, name));
  const { mapped, clusterScoped, knownVersion } = kinds.facts(group, version, kind);
  const groupVersion = [group, version].filter((text) => text !== '').join('/');
  const named = `${kind} (${groupVersion === '' ? 'no version' : groupVersion})`;
  if (mapped === false) {
    return {
      pointer: `${pointer}/kind`,
      serverMessage: `${NO_MAPPING}no matches for kind ${JSON.stringify(kind)} in version ${JSON.stringify(groupVersion)}`,
      ...(kind === ''
        ? {
            message: `\`spec.resourceSelectors[${pointer.slice(pointer.lastIndexOf('/') + 1)}]\` has no \`kind\`.`,
            hint: 'Write `group`, `version` and `kind` of the objects, and a `name`, or remove the entry.',
          }
        : { message: `A selector names ${named}, which the hub does not have.`, hint: kindHint(group, version, kind) }),
    };
  }
  if (namespaced || clusterScoped !== false) return undefined;
  return {
    pointer: `${pointer}/kind`,
    serverMessage: `the resource is not found in schema (please retry) or it is not a cluster scoped resource: ${group}/${version}, Kind=${kind}`,
    message: `A ClusterResourcePlacement cannot select ${named}: it selects cluster-scoped kinds in their preferred version, except those that KubeFleet never places.`,
    hint:
      knownVersion === undefined
        ? 'Select the Namespace the objects are in (they come with it), or use a ResourcePlacement.'
        : `Write \`version: ${knownVersion}\`.`,
  };
}
