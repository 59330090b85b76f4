/** Flux and Argo CD can replace the namespace that a file has. What an object refers to is then looked up in the new one. */
import { describe, expect, it } from 'vitest';
import { displayName } from '../../../src/fleet/kubernetes/object.ts';
import { namespaceYaml, placementYaml } from '../../support/fleets/fleet-yaml.ts';
import { runCli } from '../../support/process/run-cli.ts';
import { gitRepository } from '../../support/trees/git-repository.ts';

const flux = (path: string, more = ''): string => `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: ${path}, namespace: flux-system}
spec: {interval: 5m, prune: true, path: ./${path}, sourceRef: {kind: GitRepository, name: r}${more}}
`;
const argo = (path: string, more = ''): string => `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: {name: ${path}, namespace: argocd}
spec: {source: {path: ${path}${more}}, destination: {namespace: mail, server: "https://kubernetes.default.svc"}}
`;
const deployment = (podSpec: string): string => `apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: old}
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {${podSpec}}
---
`;
const FROM_SECRET = deployment('containers: [{name: c, image: "nginx:1.25", envFrom: [{secretRef: {name: s}}]}]');
const FROM_CLAIM = deployment(
  'volumes: [{name: v, persistentVolumeClaim: {claimName: s}}], containers: [{name: c, image: "nginx:1.25", volumeMounts: [{name: v, mountPath: /v}]}]',
);
const OF_ACCOUNT = deployment('serviceAccountName: s, containers: [{name: c, image: "nginx:1.25"}]');
const SECRET = 'apiVersion: v1\nkind: Secret\nmetadata: {name: s, namespace: old}\nstringData: {a: b}\n';
const CLAIM = `apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: s, namespace: old}
spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
`;
const ACCOUNT = 'apiVersion: v1\nkind: ServiceAccount\nmetadata: {name: s, namespace: old}\n';
const BINDING = `apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: b, namespace: old}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: view}
subjects: [{kind: ServiceAccount, name: s, namespace: old}]
---
`;

const PLACED = {
  'fleet/shop.yaml': `${placementYaml('shop')}---\n${namespaceYaml('shop')}`,
  'fleet/old.yaml': `${placementYaml('old')}---\n${namespaceYaml('old')}`,
};

async function judged(dir: string, ...argv: readonly string[]) {
  const { report, exitCode } = await runCli(dir, ['lint', '.', ...argv]);
  const { findings = [], assumptions = [] } = report?.lint ?? {};
  return { exitCode, findings: findings.map(({ rule, message }) => `${rule}: ${message}`), needed: assumptions.map(displayName) };
}

describe('a namespace that a deployer replaces', () => {
  const deployers: readonly [string, (path: string, more?: string) => string, string][] = [
    ['Flux', flux, ', targetNamespace: shop'],
    ['Argo CD', argo, ', kustomize: {namespace: shop}'],
  ];

  it.each(deployers)('%s: is where a Secret is looked up', async (_, deployer, toShop) => {
    const { dir } = gitRepository({
      ...PLACED,
      'app/web.yaml': FROM_SECRET,
      'app/kustomization.yaml': 'resources: [web.yaml]\n',
      'secrets/s.yaml': SECRET,
      'hub/app.yaml': deployer('app', toShop),
      'hub/others.yaml': `${deployer('fleet')}---\n${deployer('secrets')}`,
    });
    expect(await judged(dir)).toEqual({ exitCode: 0, findings: [], needed: ['Secret/shop/s'] });
  });

  const moving: readonly [string, string][] = [
    ['a Secret', FROM_SECRET + SECRET],
    ['a PersistentVolumeClaim', FROM_CLAIM + CLAIM],
    ['a ServiceAccount', OF_ACCOUNT + ACCOUNT],
    ['a ServiceAccount with a RoleBinding', BINDING + ACCOUNT],
  ];
  const moves = deployers.flatMap(([by, deployer, toShop]) => moving.map(([what, app]) => ({ by, deployer, toShop, what, app })));
  it.each(moves)(
    '$what that $by moves with what refers to it is found, also if the change moves them',
    async ({ deployer, toShop, app }) => {
      const { dir, write } = gitRepository({
        ...PLACED,
        'app/app.yaml': app,
        'app/kustomization.yaml': 'resources: [app.yaml]\n',
        'hub/app.yaml': deployer('app'),
        'hub/fleet.yaml': deployer('fleet'),
      });
      write('hub/app.yaml', deployer('app', toShop));
      const passed = { exitCode: 0, findings: [], needed: [] };
      expect(await judged(dir)).toEqual(passed);
      expect(await judged(dir, '--base', 'HEAD')).toEqual(passed);
    },
  );
});
