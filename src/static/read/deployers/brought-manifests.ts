import { isDeepStrictEqual } from 'node:util';
import type { NotEvaluated } from '../../../finding.ts';
import { isFleetObject } from '../../../fleet/kubefleet/fleet-object.ts';
import { groupOf } from '../../../fleet/kubernetes/object.ts';
import { withReplacedImages } from '../../images/replaced-images.ts';
import { mayBeHook } from '../../world/hook-runs.ts';
import type { Manifest } from '../../world/manifest.ts';
import { isClusterScoped } from '../cluster-scoped.ts';
import { changedPointers, effectOnManifest, type Effect } from '../kustomize/apply-kustomizations.ts';
import type { Kustomization } from '../kustomize/kustomization.ts';
import { deliveryId, isKnownText, OF_HELM, SUBSTITUTION, type Delivery } from './delivery.ts';
import { deployerKind } from './deployer-kind.ts';
import { namespaceEntry } from './entries-of-deliveries.ts';
import type { Placed } from './placed-deliveries.ts';
import { substitutedVariables } from './variables/substituted-variables.ts';
import type { Substitution } from './variables/substitution.ts';

/** An object that deployers bring into more namespaces is taken as one whose namespace is not known. */
const MOST_NAMESPACES = 20;
/** An object that makes more for all hubs is taken as one for all of them. */
const MOST_MANIFESTS = 50;

/** What the deliveries of a tree change, by their keys. */
interface Changes {
  readonly known: ReadonlyMap<string, Kustomization>;
  readonly effectOf: (key: string) => Effect | undefined;
  readonly substitution: Substitution;
  /** The same deliveries, in a list for each hub or group of hubs; in one list if it is not known that they are for different ones. */
  readonly perHub: (own: readonly Placed[]) => readonly (readonly Placed[])[];
  /** Those with values that may decide about KubeFleet objects: other values do not change one. */
  readonly changing: ReadonlySet<Placed>;
}

/** Manifests as their deliveries bring them: into namespaces, with images and variables, and unresolved where patches are not known. */
export class BroughtManifests {
  /** What is not known of the manifests that were asked for. */
  readonly notEvaluated: NotEvaluated[] = [];
  readonly #changes: Changes;

  constructor(changes: Changes) {
    this.#changes = changes;
  }

  /** The manifest for each hub that gets another one, in each namespace, if these are known. @param own the deliveries that bring it, at least one */
  of(manifest: Manifest, own: readonly Placed[]): readonly Manifest[] {
    // Deployers are compared by their hubs in another way.
    const perHub = DEPLOYERS.test(groupOf(manifest.object.apiVersion)) ? [own] : this.#changes.perHub(own);
    const made = perHub.map((each) => this.#inNamespaces(manifest, each));
    const [first = []] = made;
    if (made.flat().length > MOST_MANIFESTS) return this.#inNamespaces(manifest, own);
    if (made.every((all) => isDeepStrictEqual(all.map(contentOf), first.map(contentOf))))
      return first.map((each, index) => ({ ...each, bringers: new Set(made.flatMap((all) => [...(all[index]?.bringers ?? [])])) }));
    return made.flatMap((all, index) => {
      const broughtBy = new Set((perHub[index] ?? []).map(({ delivery }) => deliveryId(delivery)));
      return all.map((each) => ({ ...each, broughtBy }));
    });
  }

  #inNamespaces(manifest: Manifest, own: readonly Placed[]): readonly Manifest[] {
    const { apiVersion, kind } = manifest.object;
    const byNamespace = Map.groupBy(own, (each) => this.#namespaceOf(manifest, each));
    const isInEach =
      (kind === 'Namespace' || !isClusterScoped(apiVersion, kind)) &&
      byNamespace.size <= MOST_NAMESPACES &&
      [...byNamespace.keys()].every((namespace) => namespace !== undefined && isKnownText(namespace));
    const brought = (isInEach ? [...byNamespace.values()] : [own]).map((each): Manifest => ({
      ...this.#asBrought(manifest, each),
      bringers: new Set(each.map(({ delivery }) => deliveryId(delivery))),
    }));
    return isHookOfArgo(manifest, own) ? brought.map((each) => ({ ...each, hookOf: 'Argo CD' })) : brought;
  }

  #asBrought(manifest: Manifest, own: readonly Placed[]): Manifest {
    const { effectOf, substitution } = this.#changes;
    const namespaces = own.map((each) => this.#namespaceOf(manifest, each));
    // All that bring the manifest have the same known images.
    const imaged = withReplacedImages(manifest, own[0]?.delivery.images ?? []);
    if (own.every(({ delivery }) => Object.keys(delivery.changes).length === 0) && namespaces.every((each) => each === undefined))
      return substitution.applied(imaged, [], manifest);
    const isOpen = namespaces.some((each) => each !== undefined && !isKnownText(each));
    const effects = {
      roots: new Set<string>(),
      namespaces: new Set(isOpen ? [undefined] : namespaces),
      by: new Set(own.map(({ key }) => key)),
    };
    const changed = effectOnManifest(imaged, effects, effectOf, this.notEvaluated);
    const named = isOpen ? { ...changed, unresolved: [...changed.unresolved, '/metadata/namespace'] } : changed;
    if (isOpen && isFleetObject(manifest.object) && !isClusterScoped(manifest.object.apiVersion, manifest.object.kind))
      this.notEvaluated.push(namespaceEntry(manifest, own));
    const substituted = substitution.applied(
      named,
      own.map(({ delivery }) => delivery),
      manifest,
    );
    return this.#withDeployers(substituted, own);
  }

  #namespaceOf(manifest: Manifest, { delivery, key }: Placed): string | undefined {
    return this.#changes.known.get(key)?.namespace ?? namespaceFor(manifest, delivery);
  }

  /** With the deployers that change its content in a way that is not known here. */
  #withDeployers(manifest: Manifest, own: readonly Placed[]): Manifest {
    const { effectOf, changing } = this.#changes;
    const isOfChart = manifest.rendered?.command.startsWith('helm ') === true;
    // A variable that is left has no known value.
    const hasVariables = substitutedVariables(manifest.object).pointers.length > 0;
    const changedBy = own.flatMap((each) => {
      const { delivery, key } = each;
      const { [SUBSTITUTION]: variables, ...others } = delivery.changes;
      const effect = effectOf(key);
      const isOpen = hasVariables && variables !== undefined;
      const isChanged =
        isOpen ||
        (effect !== undefined && changedPointers(effect, manifest.object).length > 0) ||
        (isOfChart &&
          OF_HELM.some((name) => name in others) &&
          (!isFleetObject(manifest.object) || 'releaseName' in others || changing.has(each)));
      return isChanged ? [{ file: delivery.manifest.file, changes: JSON.stringify(isOpen ? delivery.changes : others) }] : [];
    });
    return changedBy.length === 0 ? manifest : { ...manifest, changedBy };
  }
}

/** What is the same if hubs get the same. Changes that are not known are those of one deployer. */
function contentOf({ object, namespace, unresolved, changedBy }: Manifest): unknown {
  return [object, namespace, unresolved, changedBy];
}

const DEPLOYERS = /(?:^|\.)(?:toolkit\.fluxcd\.io|argoproj\.io)$/;

/** The namespace that an object without one gets. */
function namespaceFor({ object, namespace }: Manifest, delivery: Delivery): string | undefined {
  const hasNone = namespace === undefined && !isClusterScoped(object.apiVersion, object.kind);
  return hasNone && delivery.namespace !== '' ? delivery.namespace : undefined;
}

/** Argo CD has hooks in all that it deploys. The hooks of a chart are known from its overlay. */
function isHookOfArgo({ object, rendered }: Manifest, own: readonly Placed[]): boolean {
  if (!mayBeHook(object) || rendered?.command.startsWith('helm ') === true) return false;
  return own.some(({ delivery }) => deployerKind(delivery.manifest.object)?.startsWith('Application') === true);
}
