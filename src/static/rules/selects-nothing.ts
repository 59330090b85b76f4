/**
 * A selector that matches nothing is not an error: the placement has nothing to place and succeeds. Source:
 * `pkg/utils/controller/resource_selector_resolver.go` (NotFound selects nothing), `test/e2e/placement_selecting_resources_test.go`.
 */
import { PLACEMENT_KINDS } from '../../fleet/kubefleet/kinds.ts';
import { displayName } from '../../fleet/kubernetes/object.ts';
import { listed } from '../../fleet/text/listed.ts';
import { matchedBy } from '../placing/candidates.ts';
import { emptySelection } from '../presence/empty-selection.ts';
import { isTokenSecretManifest, TOKEN_SECRET_REMEDY } from '../placing/token-secret.ts';
import { isLeftOutByName, onlyEnvelopeOf } from '../placing/placed-objects.ts';
import { manifestRef } from '../world/identity.ts';
import { knownApis } from '../world/known-apis.ts';
import { areTogether } from '../world/manifest.ts';
import { nameFix } from '../answers/name-fix.ts';
import { defineRule } from '../world/rule.ts';
import { type SearchScope, searchedText } from '../compare/search-scope.ts';
import { readSelectors, selectorsOf, type Selector } from '../world/selectors.ts';
import { withHub } from '../world/with-hub.ts';
import type { World } from '../world/world.ts';

interface Nothing extends SearchScope {
  readonly kind: string;
  readonly name: string | undefined;
  readonly namespace: string | undefined;
  /** The object of the manifests that was probably meant. */
  readonly meant: string | undefined;
  /** Namespaces that have an object that the selector matches. */
  readonly elsewhere: readonly string[];
  readonly never: boolean;
  /** The envelope that contains the object. */
  readonly envelope: string | undefined;
  /** The base has an object that it matches. */
  readonly removed: boolean;
}

export const selectsNothing = defineRule<Nothing>({
  id: 'selects-nothing',
  summary: 'A selector does not match any object',
  effect: 'misbehaves',
  otherwise: { advice: 'the object may be created elsewhere: there is none of a similar name, or files were not read' },
  kinds: PLACEMENT_KINDS,
  why: 'The hub does not treat an empty selection as an error. With a mistyped name or a label that no object has, `selectedResources` is empty, but the placement still reports Scheduled, Applied and Available: the deploy is green and nothing was deployed. Pods, Nodes, Leases and KubeFleet’s own objects are never placed, whichever selector matches them. The content of an envelope does not become objects on the hub, so only the envelope can be selected.',
  remedy: 'Correct the name or labels, or add the object. If it is created elsewhere, suppress this finding.',
  docs: 'https://kubefleet.dev/docs/troubleshooting/placementrolloutstarted',
  message: ({ kind, name, namespace, elsewhere, never, envelope, removed, ...searched }) => {
    const place = namespace === undefined ? '' : ` in namespace ${namespace}`;
    if (never) return `${kind}${name === undefined ? '' : ` ${name}`} is never placed, so this selector selects nothing.`;
    if (envelope !== undefined)
      return `${kind} ${name ?? ''} is only in ${envelope}, whose content does not become objects on the hub, so this selector selects nothing.`;
    const where = `${searchedText(searched)}${place}`;
    const before = removed ? ' any longer, because of this change' : '';
    const there = elsewhere.length === 0 ? before : `${before}; there is one in ${listed(elsewhere, 3)}`;
    return name === undefined ? `No ${kind} ${where} has these labels${there}.` : `There is no ${kind} ${name} ${where}${there}.`;
  },
  remedyFor: ({ meant, elsewhere, never, kind, envelope, removed }) => {
    if (envelope !== undefined) return `Select ${envelope} instead, or add the ${kind} as a manifest of its own.`;
    if (never && kind === 'Secret') return TOKEN_SECRET_REMEDY;
    if (never) return 'Remove the selector, and select the object that creates it instead.';
    if (meant === undefined && elsewhere.length > 0)
      return 'Put placement and object into the same namespace: a ResourcePlacement selects only in its own namespace, and a ClusterResourcePlacement only in a namespace that it selects.';
    if (meant === undefined && removed)
      return 'Select what replaces it, or keep it: what a placement no longer selects is removed from its clusters.';
    return meant === undefined ? undefined : `Did you mean ${meant}?`;
  },
  *check(manifest, world) {
    const { home } = readSelectors(manifest, world);
    if (home === undefined && manifest.object.kind === 'ResourcePlacement') return;
    for (const selector of selectorsOf(manifest, world)) {
      const { reach } = selector;
      const name = selector.name === '' ? undefined : selector.name;
      const place =
        name === undefined
          ? { at: selector.labels === undefined ? selector.at : `${selector.at}/labelSelector`, part: 'key' as const }
          : { at: `${selector.at}/name` };
      if (home !== undefined && isNeverPlaced(selector, home, world)) {
        yield {
          ...place,
          data: { ...FOUND_NOWHERE, kind: selector.kind, name, namespace: home, never: true },
        };
        continue;
      }
      if (reach.kind !== 'namespaces' && (reach.kind !== 'objects' || reach.inHome === undefined)) continue;
      const kind = reach.kind === 'objects' ? reach.objectKind : 'Namespace';
      const namespace = reach.kind === 'objects' && reach.inHome === true ? home : undefined;
      const envelope = onlyEnvelopeOf(selector, home, withHub(world));
      if (envelope !== undefined) {
        const data = { ...FOUND_NOWHERE, kind, name, namespace, envelope: displayName(manifestRef(envelope)) };
        const isCertain = !world.hasUnread && areTogether(envelope, manifest);
        yield { ...place, data, ...(isCertain ? {} : { effect: 'advice' }) };
        continue;
      }
      const empty = emptySelection(selector, home, manifest, world);
      if (empty?.isReported !== true) continue;
      const { meant, elsewhere, removed, isCertain, others, isSeen } = empty;
      yield {
        ...place,
        givesWayTo: { 'reserved-namespace': place.at },
        data: { kind, name, namespace, meant, elsewhere, never: false, envelope, removed, asked: isSeen, isPartly: world.hasUnread },
        ...(name === undefined ? {} : { fix: nameFix(place.at, name, meant, others) }),
        ...(isCertain ? {} : { effect: 'advice' }),
      };
    }
  },
});

const FOUND_NOWHERE = { meant: undefined, elsewhere: [], never: false, envelope: undefined, removed: false, asked: false, isPartly: false };

/** Whether the kind is namespaced and the hub never places the objects that the selector names. */
function isNeverPlaced(selector: Selector, home: string, world: World): boolean {
  const { group, kind, reach } = selector;
  if (reach.kind === 'skipped') return knownApis(world).resolve(group, '', kind)?.resource.namespaced !== false;
  if (reach.kind !== 'objects' || reach.inHome !== true || selector.name === '') return false;
  return isLeftOutByName(selector) || (kind === 'Secret' && isTokenSecretOnly(selector, home, world));
}

/** Whether it selects only Secrets with the token of a ServiceAccount. */
function isTokenSecretOnly(selector: Selector, home: string, world: World): boolean {
  const found = matchedBy(selector, home, world);
  return found.length > 0 && found.every(isTokenSecretManifest);
}
