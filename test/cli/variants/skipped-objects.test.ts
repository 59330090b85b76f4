/** Objects and sources that tell Flux or Argo CD to leave the hub as it is. */
import { expect, it } from 'vitest';
import { gitRepository } from '../../support/trees/git-repository.ts';
import { runCli } from '../../support/process/run-cli.ts';

const SOURCE = `apiVersion: source.toolkit.fluxcd.io/v1
kind: GitRepository
metadata: { name: fleet, namespace: flux-system }
spec: { url: https://github.com/o/fleet, ref: { branch: main }, interval: 1m }
`;
const FLUX = `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: { name: apps, namespace: flux-system }
spec: { path: ./apps, prune: true, interval: 1m, sourceRef: { kind: GitRepository, name: fleet } }
`;
const ARGO = `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: apps, namespace: argocd }
spec:
  project: default
  source: { repoURL: https://github.com/o/fleet, path: apps, targetRevision: main }
  destination: { server: https://kubernetes.default.svc }
`;
const PLACEMENT = `apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata: { name: shop }
spec:
  resourceSelectors: [{ group: "", version: v1, kind: Namespace, name: shop }]
`;
const RECONCILE = 'kustomize.toolkit.fluxcd.io/reconcile: disabled';
const HOOK = 'argocd.argoproj.io/hook: Skip';
const data = (annotation: string, value: string): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a, namespace: shop, annotations: { ${annotation} } }\ndata: { k: ${value} }\n`;

async function notesOf(hub: Readonly<Record<string, string>>, annotation: string, value = 'w'): Promise<string> {
  const { dir, git, write } = gitRepository({
    ...hub,
    'apps/p.yaml': PLACEMENT,
    'apps/ns.yaml': 'apiVersion: v1\nkind: Namespace\nmetadata: { name: shop }\n',
    'apps/a.yaml': data(annotation, 'v'),
  });
  git('remote', 'add', 'origin', 'https://github.com/o/fleet');
  write('apps/a.yaml', data(annotation, value));
  const { report } = await runCli(dir, ['lint', '.', '--base', 'HEAD']);
  return (report?.notes ?? []).join('\n');
}

const OF_FLUX = { 'hub/source.yaml': SOURCE, 'hub/apps.yaml': FLUX };
const OF_ARGO = { 'hub/apps.yaml': ARGO };

it.each([
  [OF_FLUX, RECONCILE],
  [OF_FLUX, 'kustomize.toolkit.fluxcd.io/ssa: Ignore'],
  [OF_FLUX, 'kustomize.toolkit.fluxcd.io/ssa: IfNotPresent'],
  [OF_ARGO, HOOK],
])('an edit of an object that its deployer leaves out is named', async (hub, annotation) => {
  expect(await notesOf(hub, annotation)).toContain(`A change of ConfigMap/shop/a does not reach the hub: \`${annotation}\``);
});

it.each<[string, Readonly<Record<string, string>>, string, string]>([
  ['not edited', OF_FLUX, RECONCILE, 'v'],
  ['of another deployer', OF_ARGO, RECONCILE, 'w'],
  ['enabled', OF_FLUX, 'kustomize.toolkit.fluxcd.io/reconcile: enabled', 'w'],
  ['merged', OF_FLUX, 'kustomize.toolkit.fluxcd.io/ssa: Merge', 'w'],
  ['only created, by another deployer', OF_ARGO, 'kustomize.toolkit.fluxcd.io/ssa: IfNotPresent', 'w'],
  ['another hook', OF_ARGO, 'argocd.argoproj.io/hook: Sync', 'w'],
])('an object that is %s is not', async (_, hub, annotation, value) => {
  expect(await notesOf(hub, annotation, value)).not.toContain('does not reach');
});

it.each<[string, string, boolean]>([
  ['that Flux only creates is created', 'kustomize.toolkit.fluxcd.io/ssa: IfNotPresent', false],
  ['that Flux ignores is not', 'kustomize.toolkit.fluxcd.io/ssa: Ignore', true],
])('a new object %s', async (_, annotation, isNamed) => {
  const { dir, git, write } = gitRepository({ ...OF_FLUX, 'apps/p.yaml': PLACEMENT });
  git('remote', 'add', 'origin', 'https://github.com/o/fleet');
  write('apps/a.yaml', data(annotation, 'v'));
  const { report } = await runCli(dir, ['lint', '.', '--base', 'HEAD']);
  expect((report?.notes ?? []).join('\n').includes('does not reach')).toBe(isNamed);
});

it('a suspended source holds a change back', async () => {
  const hub = { ...OF_FLUX, 'hub/source.yaml': SOURCE.replace('spec: {', 'spec: { suspend: true,') };
  expect(await notesOf(hub, 'a: b')).toContain(
    'does not reach its cluster yet (Kustomization/flux-system/apps in hub/apps.yaml: its source is suspended)',
  );
});
