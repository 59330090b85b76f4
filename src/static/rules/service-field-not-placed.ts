/**
 * KubeFleet removes the addresses and ports that an API server allocates for a Service before it takes the snapshot, also if the manifest
 * sets them. The API server of each member then allocates its own. The content of an envelope is placed as it is written, and the patches
 * of overrides are applied after the fields are removed. Source: `pkg/utils/controller/resource_selector_resolver.go` (generateRawContent)
 * and `pkg/controllers/workgenerator/envelope.go`, v0.3.1 and main.
 */
import { isService, unplacedFields } from '../../fleet/kubefleet/unplaced-fields.ts';
import { isUnder } from '../../fleet/json/json-pointer.ts';
import { displayName, type ObjectRef } from '../../fleet/kubernetes/object.ts';
import { listed } from '../../fleet/text/listed.ts';
import { overridesOn } from '../../schedule/override/placement-overrides.ts';
import { allOverrides } from '../delivery/overridden-deliveries.ts';
import { appliedObjects } from '../placing/applied-objects.ts';
import { knownApis } from '../world/known-apis.ts';
import { isResolved } from '../world/resolved.ts';
import { defineRule } from '../world/rule.ts';
import type { World } from '../world/world.ts';

export const serviceFieldNotPlaced = defineRule<{ readonly service: string; readonly fields: readonly string[] }>({
  id: 'service-field-not-placed',
  summary: 'A fixed port or address of a Service, which KubeFleet does not place',
  effect: 'misbehaves',
  kinds: ['Service'],
  why: 'KubeFleet removes `nodePort`, `healthCheckNodePort`, `clusterIP` and `clusterIPs` from a Service before it places it, because the hub allocates values for them. It removes them as well if the manifest sets them. Each cluster then allocates its own port or address, and it is usually another one on each cluster. All conditions are True. A headless Service keeps `clusterIP: None`.',
  remedy:
    'Remove the field. If each cluster must have this value, put the Service into a ResourceEnvelope, or add the field with a ResourceOverride.',
  docs: 'https://kubefleet.dev/docs/how-tos/envelope-object/',
  message: ({ service, fields }) =>
    `KubeFleet does not place ${listed(fields, 3)} of ${service}: each cluster allocates ${fields.length === 1 ? 'its own value' : 'its own values'}.`,
  concerns: ({ object }) => isService(object) && unplacedFields(object).some(isOfSpec),
  *check(manifest, world) {
    const [applied] = appliedObjects(manifest, world);
    if (applied === undefined) return;
    const patched = patchedAt(applied.ref, world);
    const fields = unplacedFields(manifest.object).filter(
      (at) => isOfSpec(at) && isResolved(manifest, at) && !patched.some((path) => isUnder(at, path)),
    );
    const [at] = fields;
    if (at !== undefined) yield { at, data: { service: displayName(applied.ref), fields } };
  },
});

/** Other rules are about owners. */
function isOfSpec(at: string): boolean {
  return isUnder(at, '/spec');
}

/** Where overrides of the manifests set values of the object. */
function patchedAt(ref: ObjectRef, world: World): readonly string[] {
  return overridesOn(allOverrides(world), ref, knownApis(world)).flatMap(({ rules }) =>
    rules.flatMap(({ operations }) => operations.filter(({ op }) => op !== 'remove').map(({ path }) => path)),
  );
}
