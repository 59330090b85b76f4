/**
 * Faults for which the webhook refuses a ClusterResourcePlacement. A ResourcePlacement is not checked, because its webhook is not wired
 * (`pkg/webhook/webhook.go`). At run time the scheduler ignores the field, or stops at it for good (`SchedulePending`); see the plugins in
 * `pkg/scheduler/framework/plugins` and `pkg/utils/controller/resource_selector_resolver.go`. Source of the checks:
 * `pkg/utils/validator/placement.go`.
 */
import type { HubKinds } from '../../admission/webhooks/hub-kinds.ts';
import { placementRules } from '../../admission/webhooks/placement-rules.ts';
import type { Refusal } from '../../admission/webhooks/refusal.ts';
import { pointerKeys } from '../../fleet/json/json-pointer.ts';
import { field, listAt, stringAt } from '../../fleet/json/json.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import { hubAnswer, storedObject, takesPart } from '../answers/admission.ts';
import { policyStops } from '../answers/policy-stops.ts';
import type { Manifest } from '../world/manifest.ts';
import { isResolved } from '../world/resolved.ts';
import { defineRule } from '../world/rule.ts';

export const rpNotChecked = defineRule<Refusal & { readonly isFatal: boolean }>({
  id: 'rp-not-checked',
  summary: 'The hub accepts this in a ResourcePlacement, but it does not work',
  effect: 'misbehaves',
  otherwise: { fails: 'the hub cannot work with it at all' },
  kinds: ['ResourcePlacement'],
  why: 'A webhook checks ClusterResourcePlacements, but not ResourcePlacements. A field that does not belong to the placement type is ignored: PickAll with `numberOfClusters` goes to every cluster. PickN without a number, or an invalid label selector, stops scheduling: `Scheduled` stays Unknown with reason `SchedulePending`.',
  remedy: 'Write it as a ClusterResourcePlacement requires it.',
  docs: 'https://kubefleet.dev/docs/troubleshooting/resourceplacement',
  message: ({ message, isFatal }) =>
    `${message} No webhook checks a ResourcePlacement, so the hub accepts it, ${isFatal ? 'but never schedules the placement' : 'but without the intended effect'}.`,
  remedyFor: ({ hint }) => hint ?? 'Correct the value, or remove the field.',
  *check(manifest, world) {
    if (!isResolved(manifest, '/spec')) return;
    const { always } = hubAnswer(manifest, world);
    const object = storedObject(manifest, world);
    // `scheduling-stops` reports these.
    const stops = new Set(policyStops(object).map(({ at }) => at));
    for (const refusal of placementRules({ ...object, metadata: { ...object.metadata, name: '' } }, 'main', ANY_KIND)) {
      const { pointer } = refusal;
      const part = field(object, ...pointerKeys(pointer)) === undefined ? 'key' : 'value';
      const fatal = stopsTheHub(refusal, object);
      if (always.length > 0 && !(isWritten(pointer, manifest) && takesPart(manifest, pointer, world))) continue;
      if (!HARMLESS.has(pointer) && !stops.has(pointer))
        yield { at: pointer, part, data: { ...refusal, isFatal: fatal }, ...(fatal ? { effect: 'fails' } : {}) };
    }
  },
});

/** Whether the author wrote this part of the spec, and it was not inferred from a misspelt field. */
function isWritten(pointer: string, { object }: Manifest): boolean {
  const [, , part = ''] = pointer.split('/');
  return field(object, 'spec', part) !== undefined;
}

/** Other rules check kinds. */
const ANY_KIND: HubKinds = { facts: () => ({ mapped: undefined, clusterScoped: undefined }) };
/** The hub ignores these fields, as the author would expect. */
const HARMLESS = new Set([
  '/spec/strategy/rollingUpdate',
  '/spec/strategy/applyStrategy/serverSideApplyConfig',
  '/spec/policy/tolerations',
]);

function stopsTheHub({ pointer }: Refusal, placement: KubeObject): boolean {
  if (pointer === '/spec/policy/numberOfClusters') return field(placement, 'spec', 'policy', 'numberOfClusters') === undefined;
  const label = /^(\/spec\/resourceSelectors\/(\d+))\/labelSelector/.exec(pointer);
  if (label !== null) return (stringAt(listAt(placement, 'spec', 'resourceSelectors')[Number(label[2])], 'name') ?? '') === '';
  return /^\/spec\/policy\/affinity\/.*\/labelSelector/.test(pointer);
}
