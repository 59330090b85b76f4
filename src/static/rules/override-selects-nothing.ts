/**
 * An override changes an object only on its way through a placement that selects it.
 * Source: `pkg/utils/overrider/overrider.go` (overrides are matched against the resources of a snapshot); nothing checks that any is there.
 * The manifests show it where they hold the placement it is for, or an object of nearly that name.
 */
import { listAt, stringAt } from '../../fleet/json.ts';
import { displayName } from '../../fleet/object.ts';
import { overrideOf } from '../../schedule/override/override.ts';
import { candidatesOf } from '../claims.ts';
import { hubHolds } from '../hub-holds.ts';
import { knownApis } from '../known-apis.ts';
import type { Manifest } from '../manifest.ts';
import { mistyped } from '../mistyped.ts';
import { clusterPlacements, couldBeNamed, isNamed, namespacedPlacements, nameOf } from '../placements.ts';
import { selects } from '../places.ts';
import { isResolved } from '../resolved.ts';
import { defineRule } from '../rule.ts';
import type { World } from '../world.ts';

interface Unmatched {
  readonly object: string;
  /** The placement that leaves the object out; without one the object is not there. */
  readonly placement?: string;
  readonly meant?: string;
}

export const overrideSelectsNothing = defineRule<Unmatched>({
  id: 'override-selects-nothing',
  summary: 'The override is for an object that its placement does not select, or that is not there',
  effect: 'misbehaves',
  kinds: ['ResourceOverride', 'ClusterResourceOverride'],
  why: 'Overrides are applied to what a placement sends to its clusters. A mistyped name, or an object that the placement named in `spec.placement` does not select, matches nothing: the hub takes the override, the placement is green, and the clusters get the object unchanged.',
  remedy: 'Correct the name, or let the placement select the object.',
  docs: 'https://kubefleet.dev/docs/how-tos/resource-override/',
  message: ({ object, placement }) =>
    placement === undefined
      ? `No object of these manifests is ${object}, so the override changes nothing.`
      : `${placement} does not select ${object}, so the override changes nothing.`,
  remedyFor: ({ meant, placement }) =>
    meant === undefined ? `Select it in ${placement ?? 'the placement'}, or remove the selector.` : `Did you mean ${meant}?`,
  *check(manifest, world) {
    if (!isNamed(manifest)) return;
    const isNamespaced = manifest.object.kind === 'ResourceOverride';
    const field = isNamespaced ? 'resourceSelectors' : 'clusterResourceSelectors';
    for (const [index, entry] of listAt(manifest.object, 'spec', field).entries()) {
      const at = `/spec/${field}/${index}`;
      const [group = '', kind = '', name = ''] = ['group', 'kind', 'name'].map((key) => stringAt(entry, key));
      // Kinds of the other scope are `override-kind-scope`'s.
      if (name === '' || !isResolved(manifest, at) || knownApis(world).find(group, kind)?.namespaced !== isNamespaced) continue;
      const namespace = isNamespaced ? manifest.namespace : undefined;
      const selector = { at, group, version: '', kind, name, labels: undefined, scope: 'NamespaceOnly' } as const;
      const candidates = candidatesOf(selector, namespace, world);
      const ref = namespace === undefined ? { kind, name } : { kind, namespace, name };
      const object = displayName(ref);
      if (!candidates.some((each) => couldBeNamed(each, name))) {
        const meant = mistyped(name, candidates.filter(isNamed).map(nameOf));
        if (meant !== undefined && !isEnveloped(kind, name, world) && hubHolds({ group, ...ref }, world) !== true)
          yield { at: `${at}/name`, data: { object, meant } };
        continue;
      }
      const placement = placementOf(manifest, world);
      if (placement === undefined || selects(placement, { group, ...ref }, world)) continue;
      const related = [{ manifest: placement, at: '/spec/resourceSelectors', message: 'what it selects' }];
      yield { at, data: { object, placement: `${placement.object.kind} ${nameOf(placement)}` }, related };
    }
  },
});

/** The one placement the override is for, where all of its selectors are known. */
function placementOf({ object, namespace }: Manifest, world: World): Manifest | undefined {
  const placement = overrideOf(object, namespace)?.placement;
  if (placement === undefined) return undefined;
  const all = placement.namespaced ? namespacedPlacements(world).filter((each) => each.namespace === namespace) : clusterPlacements(world);
  const [found, ...others] = all.filter((each) => couldBeNamed(each, placement.name));
  const isKnown = found !== undefined && others.length === 0 && isNamed(found) && isResolved(found, '/spec/resourceSelectors');
  return isKnown && found.unresolved.length === 0 ? found : undefined;
}

function isEnveloped(kind: string, name: string, world: World): boolean {
  return [...world.ofKind('ResourceEnvelope'), ...world.ofKind('ClusterResourceEnvelope')].some((envelope) =>
    Object.values(envelope.object['data'] ?? {}).some(
      (entry) => stringAt(entry, 'kind') === kind && stringAt(entry, 'metadata', 'name') === name,
    ),
  );
}
