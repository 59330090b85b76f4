/** What Argo CD deletes because the change makes it a hook, or lets Argo CD replace it by force. */
import { expect, it } from 'vitest';
import { displayName } from '../../../src/fleet/kubernetes/object.ts';
import { joinedMembers } from '../../support/fleets/fleet-yaml.ts';
import { gitRepository } from '../../support/trees/git-repository.ts';
import { runCli } from '../../support/process/run-cli.ts';

const HOOK = 'argocd.argoproj.io/hook';
const POLICY = `${HOOK}-delete-policy`;
const OPTIONS = 'argocd.argoproj.io/sync-options';

type Annotations = Readonly<Record<string, string>>;

const deployed = (kind: 'argo' | 'flux', prune: boolean): string =>
  kind === 'argo'
    ? `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: apps, namespace: argocd }
spec:
  project: default
  source: { repoURL: https://github.com/o/fleet, path: apps, targetRevision: main }
  destination: { server: https://kubernetes.default.svc }
  syncPolicy: { automated: { prune: ${String(prune)} } }
`
    : `apiVersion: source.toolkit.fluxcd.io/v1
kind: GitRepository
metadata: { name: fleet, namespace: flux-system }
spec: { url: https://github.com/o/fleet, ref: { branch: main }, interval: 1m }
---
apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: { name: apps, namespace: flux-system }
spec: { path: ./apps, prune: ${String(prune)}, interval: 1m, sourceRef: { kind: GitRepository, name: fleet } }
`;
const placement = (annotations: Annotations): string => `apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata: { name: shop, annotations: ${JSON.stringify(annotations)} }
spec:
  resourceSelectors: [{ group: "", version: v1, kind: Namespace, name: shop }]
  policy: { placementType: PickFixed, clusterNames: [e1] }
`;
const namespace = (annotations: Annotations): string =>
  `apiVersion: v1\nkind: Namespace\nmetadata: { name: shop, annotations: ${JSON.stringify(annotations)} }\n`;

async function removals(
  deployer: string,
  base: Annotations,
  after: Annotations,
  ofNamespace: Annotations = {},
): Promise<readonly string[]> {
  const { dir, git, write } = gitRepository({
    'hub/apps.yaml': deployer,
    'apps/p.yaml': placement(base),
    'apps/ns.yaml': namespace({}),
    'clusters.yaml': joinedMembers('e1'),
  });
  git('remote', 'add', 'origin', 'https://github.com/o/fleet');
  write('apps/p.yaml', placement(after));
  write('apps/ns.yaml', namespace(ofNamespace));
  const { report } = await runCli(dir, [
    'lint',
    'apps',
    'hub',
    '--base',
    'HEAD',
    '--clusters',
    'clusters.yaml',
    '--fail-on-removal',
    'any',
  ]);
  return (report?.removals ?? []).map(
    ({ kind, object, replacedBy }) => `${kind} ${displayName(object)}${replacedBy === undefined ? '' : ' again'}`,
  );
}

const [PRUNES, PRUNES_NOT] = [deployed('argo', true), deployed('argo', false)];
const GONE = 'placement ClusterResourcePlacement/shop';
const AGAIN = `${GONE} again`;

it.each<[string, string, Annotations, Annotations, string | undefined]>([
  ['becomes a hook', PRUNES, {}, { [HOOK]: 'PostSync' }, AGAIN],
  ['becomes a hook before the sync', PRUNES_NOT, {}, { [HOOK]: 'PreSync' }, AGAIN],
  ['becomes a hook that is deleted afterwards', PRUNES_NOT, {}, { [HOOK]: 'Sync', [POLICY]: 'HookSucceeded' }, GONE],
  ['becomes a hook that no sync creates', PRUNES, {}, { [HOOK]: 'PostDelete' }, GONE],
  ['becomes a hook of helm', PRUNES, {}, { 'helm.sh/hook': 'post-install' }, AGAIN],
  ['is replaced by force', PRUNES_NOT, {}, { [OPTIONS]: 'Force=true,Replace=true' }, AGAIN],
  ['becomes a hook that no sync creates, without pruning', PRUNES_NOT, {}, { [HOOK]: 'SyncFail' }, undefined],
  ['becomes one and was not pruned', PRUNES, { [OPTIONS]: 'Prune=false' }, { [HOOK]: 'PostDelete' }, undefined],
  ['becomes a hook that is only deleted if it fails', PRUNES_NOT, {}, { [HOOK]: 'PostSync', [POLICY]: 'HookFailed' }, undefined],
  ['is skipped', PRUNES, {}, { [HOOK]: 'Skip' }, undefined],
  ['was a hook', PRUNES, { [HOOK]: 'Sync' }, { [HOOK]: 'PostSync' }, undefined],
  ['is replaced', PRUNES, {}, { [OPTIONS]: 'Replace=true' }, undefined],
  ['was replaced by force', PRUNES, { [OPTIONS]: 'Replace=true, Force=true' }, { [OPTIONS]: 'Force=true,Replace=true' }, undefined],
  ['is for Helm 2', PRUNES, {}, { 'helm.sh/hook': 'crd-install' }, undefined],
  ['is deployed by Flux', deployed('flux', true), {}, { [HOOK]: 'PostSync', [OPTIONS]: 'Force=true,Replace=true' }, undefined],
])('a placement that %s', async (_, deployer, base, after, expected) => {
  expect(await removals(deployer, base, after)).toEqual(expected === undefined ? [] : [expected]);
});

it.each<[string, Annotations, readonly string[]]>([
  ['becomes a hook', { [HOOK]: 'PostSync' }, ['resources ClusterResourcePlacement/shop again']],
  // Argo CD updates a Namespace in place.
  ['is replaced by force', { [OPTIONS]: 'Force=true,Replace=true' }, []],
])('a Namespace that %s', async (_, after, expected) => {
  expect(await removals(PRUNES_NOT, {}, {}, after)).toEqual(expected);
});
