/**
 * A selector that matches nothing is not an error: the placement has nothing to place and succeeds. Source:
 * `pkg/utils/controller/resource_selector_resolver.go` (NotFound selects nothing), `test/e2e/placement_selecting_resources_test.go`. The
 * manifests show it only if they contain similar objects: other objects of that kind in that namespace and none that matches, a match in
 * another namespace, or other contents of the namespace and no such workload.
 */
import { PLACEMENT_KINDS } from '../../fleet/kubefleet/kinds.ts';
import { displayName } from '../../fleet/kubernetes/object.ts';
import { listed } from '../../fleet/text/listed.ts';
import { candidatesOf, couldSelect, matchedBy, matchedElsewhere, selectsOnHub } from '../placing/candidates.ts';
import { candidatePlacements } from '../placing/placement-candidates.ts';
import { isTokenSecretManifest, TOKEN_SECRET_REMEDY } from '../placing/token-secret.ts';
import { isLeftOutByName, onlyEnvelopeOf } from '../placing/placed-objects.ts';
import { manifestRef } from '../world/identity.ts';
import { knownApis } from '../world/known-apis.ts';
import { manifestContent } from '../world/manifest-content.ts';
import { folderOf, type Manifest } from '../world/manifest.ts';
import { mistyped } from '../answers/mistyped.ts';
import { nameFix } from '../answers/name-fix.ts';
import { isNamed, nameOf } from '../world/placements.ts';
import { isResolved } from '../world/resolved.ts';
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
      const onHub = selectsOnHub(selector, home, world);
      if (onHub === true || matchedBy(selector, home, world).length > 0) continue;
      const candidates = candidatesOf(selector, home, world);
      const removed = world.before(manifest) !== undefined && matchedBefore(selector, home, world) && candidates.every(isKnown);
      if (!removed && couldSelect(selector, home, world)) continue;
      const meant = name === undefined ? undefined : mistyped(name, candidates.map(nameOf));
      const others = meant === undefined && namespace !== undefined ? matchedElsewhere(selector, namespace, world) : [];
      const elsewhere = [...new Set(others.flatMap((other) => other.namespace ?? []))].toSorted();
      const isOpen = others.length > 0 || (name !== undefined && isHeldHere(selector, namespace, manifest, world));
      const isLeft = (candidate: Manifest): boolean =>
        areTogether(candidate, manifest) && candidatePlacements(candidate, world).length === 0;
      const isSilent = candidates.length === 0 ? !isOpen : meant === undefined && name !== undefined && !isOpen && !candidates.some(isLeft);
      if (isSilent && !removed && onHub === undefined) continue;
      // Without a likely name, the object may be made elsewhere (by a generator, a chart, another repository), and folders may be for
      // different hubs.
      const isCertain = meant !== undefined || (removed && !world.hasUnread) || others.some((other) => areTogether(other, manifest));
      if (!isCertain && world.hasUnread) continue;
      yield {
        ...place,
        data: {
          kind,
          name,
          namespace,
          meant,
          elsewhere,
          never: false,
          envelope,
          removed,
          asked: onHub !== undefined,
          isPartly: world.hasUnread,
        },
        ...(name === undefined ? {} : { fix: nameFix(place.at, name, meant, candidates.map(nameOf)) }),
        ...(isCertain ? {} : { effect: 'advice' }),
      };
    }
  },
});

const FOUND_NOWHERE = { meant: undefined, elsewhere: [], never: false, envelope: undefined, removed: false, asked: false, isPartly: false };

function matchedBefore(selector: Selector, home: string | undefined, world: World): boolean {
  const base = world.base();
  return base !== undefined && matchedBy(selector, home, base).length > 0;
}

function isKnown(candidate: Manifest): boolean {
  return isNamed(candidate) && isResolved(candidate, '/metadata/labels');
}

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

/** Whether the manifests contain the contents of the selector's namespace, so that a missing object is reported. */
function isHeldHere(selector: Selector, namespace: string | undefined, placement: Manifest, world: World): boolean {
  if (namespace === undefined) return false;
  if (candidatesOf(selector, namespace, world).some((candidate) => candidate.namespace === namespace)) return true;
  const { reach } = selector;
  return reach.kind === 'objects' && WORKLOADS.has(reach.objectKind) && holdsWorkloads(namespace, placement, world);
}

/**
 * Kinds that are usually in git together with the rest of their namespace. Secrets, ConfigMaps and custom resources are often created
 * elsewhere.
 */
const WORKLOADS: ReadonlySet<string> = new Set(['Deployment', 'StatefulSet', 'DaemonSet', 'CronJob', 'Service']);

function holdsWorkloads(namespace: string, placement: Manifest, world: World): boolean {
  const there = manifestContent(world)
    .inNamespace(namespace)
    .map(({ item }) => item);
  const isWorkload = (item: Manifest): boolean => WORKLOADS.has(item.object.kind) && areTogether(item, placement);
  return there.some(isWorkload) && there.every(isNamed);
}

/** Whether one is in the folder of the other or below it. Folders beside each other may be for different hubs. */
function areTogether(one: Manifest, other: Manifest): boolean {
  const [a, b] = [folderOf(one), folderOf(other)];
  return a.startsWith(b) || b.startsWith(a);
}
