/**
 * A Secret with the token of a ServiceAccount belongs to its cluster, and is never selected, without a message. Source:
 * `pkg/utils/controller/resource_selector_resolver.go`, ShouldPropagateObj. The content of an envelope is not checked for it
 * (`pkg/controllers/workgenerator/envelope.go`).
 */
import { matchedBy } from '../placing/candidates.ts';
import type { Manifest } from '../world/manifest.ts';
import { clusterPlacements, nameOf, namespacedPlacements } from '../world/placements.ts';
import { picks, sends } from '../placing/placements-of-object.ts';
import { defineRule } from '../world/rule.ts';
import { readSelectors, selectorsOf } from '../world/selectors.ts';
import { isTokenSecretManifest, TOKEN_SECRET_REMEDY } from '../placing/token-secret.ts';
import type { World } from '../world/world.ts';

export const tokenSecretNotPlaced = defineRule<{ readonly secret: string; readonly placement: string }>({
  id: 'token-secret-not-placed',
  summary: 'A placement selects the token Secret of a ServiceAccount, which is never placed',
  effect: 'misbehaves',
  otherwise: { advice: 'a whole namespace is selected, as the Secret may be for the hub' },
  kinds: ['Secret'],
  why: 'A token is valid for one cluster only, so KubeFleet excludes Secrets of type `kubernetes.io/service-account-token` from every selection. It does not report this: the placement is green, and Pods on a member that mount the Secret wait for it. If a whole namespace is selected the finding is advice, because the Secret may be for the hub.',
  remedy: TOKEN_SECRET_REMEDY,
  docs: 'https://kubefleet.dev/docs/concepts/crp/',
  message: ({ secret, placement }) =>
    `Placement ${placement} selects Secret ${secret}, which contains a ServiceAccount token. KubeFleet never places token Secrets.`,
  *check(manifest, world) {
    if (!isTokenSecretManifest(manifest) || nameOf(manifest) === '') return;
    const picking = [...clusterPlacements(world), ...namespacedPlacements(world)].filter(
      (placement) => picks(placement, manifest, world) && !sends(placement, manifest, world),
    );
    const [first] = [...picking.filter((placement) => isMeant(placement, manifest, world)), ...picking];
    if (first === undefined) return;
    const related = [{ manifest: first, at: '/spec/resourceSelectors', message: `${nameOf(first)} selects it` }];
    const data = { secret: nameOf(manifest), placement: nameOf(first) };
    yield { at: '/type', data, related, ...(isMeant(first, manifest, world) ? {} : { effect: 'advice' }) };
  },
});

/** Whether a selector is for Secrets, and not for a whole namespace. */
function isMeant(placement: Manifest, secret: Manifest, world: World): boolean {
  const { home } = readSelectors(placement, world);
  return selectorsOf(placement, world).some((selector) => selector.kind === 'Secret' && matchedBy(selector, home, world).includes(secret));
}
