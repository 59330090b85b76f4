import { childPointer } from '../../fleet/json/json-pointer.ts';
import { field, isObject, listAt, stringAt } from '../../fleet/json/json.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import { jsonPatchRules } from './json-patch-rules.ts';
import { labelSelectorRules } from './label-selector-rules.ts';
import type { Refusal } from './refusal.ts';

/**
 * The validating webhooks of ClusterResourceOverride and ResourceOverride. Checks that need other overrides on the hub are not included.
 * Source: KubeFleet `pkg/utils/validator/{clusterresourceoverride,resourceoverride}.go`.
 */
export function* overrideRules(override: KubeObject): Generator<Refusal> {
  const ofSelectors = [...(override.kind === 'ResourceOverride' ? resourceSelectors(override) : clusterResourceSelectors(override))];
  yield* ofSelectors;
  if (ofSelectors.length === 0) yield* policyRules(override);
}

function* resourceSelectors(override: KubeObject): Generator<Refusal> {
  const seen = new Set<string>();
  for (const [index, selector] of listAt(override, 'spec', 'resourceSelectors').entries()) {
    yield* duplicate(selector, ['group', 'version', 'kind', 'name'], seen, childPointer('/spec/resourceSelectors', index));
  }
}

function* clusterResourceSelectors(override: KubeObject): Generator<Refusal> {
  const seen = new Set<string>();
  for (const [index, selector] of listAt(override, 'spec', 'clusterResourceSelectors').entries()) {
    const pointer = childPointer('/spec/clusterResourceSelectors', index);
    if (isObject(field(selector, 'labelSelector'))) {
      yield {
        pointer: `${pointer}/labelSelector`,
        serverMessage: 'label selector is not supported for resource selection {…}',
        message: 'An override selects its objects by name, not by label.',
        hint: 'Write the `name` of the object, and one selector per object.',
      };
    } else if ((stringAt(selector, 'name') ?? '') === '') {
      yield {
        pointer: `${pointer}/name`,
        serverMessage: 'resource name is required for resource selection {…}',
        message: 'A selector of an override has no `name`.',
        hint: 'Write the `name` of the object, and one selector per object.',
      };
    } else yield* duplicate(selector, ['group', 'version', 'kind', 'name', 'selectionScope'], seen, pointer);
  }
}

function* duplicate(selector: unknown, fields: readonly string[], seen: Set<string>, pointer: string): Generator<Refusal> {
  const whole = JSON.stringify(fields.map((name) => stringAt(selector, name) ?? ''));
  if (seen.has(whole)) {
    yield {
      pointer,
      serverMessage: 'resource selector {…} already exists, and must be unique',
      message: 'The same object is selected twice.',
      hint: 'Remove one of the two selectors.',
    };
  }
  seen.add(whole);
}

function* policyRules(override: KubeObject): Generator<Refusal> {
  const found: Refusal[] = [];
  for (const [index, rule] of listAt(override, 'spec', 'policy', 'overrideRules').entries()) {
    const pointer = childPointer('/spec/policy/overrideRules', index);
    for (const each of clusterSelectorRules(rule, `${pointer}/clusterSelector/clusterSelectorTerms`)) found.push(each);
    const patches = listAt(rule, 'jsonPatchOverrides');
    const type = stringAt(rule, 'overrideType');
    if (type === 'Delete' && patches.length > 0) {
      // The webhook discards the errors that it found before.
      yield {
        pointer: `${pointer}/jsonPatchOverrides`,
        serverMessage: 'invalid JSONPatchOverrides: JSONPatchOverrides cannot be set when the override type is Delete',
        message: 'A rule of type Delete has `jsonPatchOverrides`.',
        hint: 'Remove them, or write `overrideType: JSONPatch`.',
      };
      return;
    }
    if (type === 'JSONPatch') for (const each of jsonPatchRules(patches, `${pointer}/jsonPatchOverrides`)) found.push(each);
  }
  yield* found;
}

function* clusterSelectorRules(rule: unknown, at: string): Generator<Refusal> {
  for (const [index, term] of listAt(rule, 'clusterSelector', 'clusterSelectorTerms').entries()) {
    const pointer = childPointer(at, index);
    const other = ['propertySelector', 'propertySorter'].find((name) => isObject(field(term, name)));
    if (other !== undefined) {
      yield {
        pointer: `${pointer}/${other}`,
        serverMessage: 'invalid clusterSelector {…}: only labelSelector is supported',
        message: `The clusters of an override cannot be selected by \`${other}\`.`,
        hint: 'Use a `labelSelector`.',
      };
    } else if (isObject(field(term, 'labelSelector'))) {
      yield* labelSelectorRules(field(term, 'labelSelector'), `${pointer}/labelSelector`, 'cluster selector');
    } else {
      yield {
        pointer: `${pointer}/labelSelector`,
        serverMessage: 'invalid clusterSelector {…}: labelSelector is required',
        message: 'A cluster selector term has no `labelSelector`.',
        hint: 'Write `labelSelector: {}` for all clusters.',
      };
    }
  }
}
