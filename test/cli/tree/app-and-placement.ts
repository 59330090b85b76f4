/** A repository with the folder of an app and the folder of its placement, and the configurations that deploy them. */
import { joinedMembers, namespaceYaml, placementYaml } from '../../support/fleets/fleet-yaml.ts';
import { gitRepository, type GitRepository } from '../../support/trees/git-repository.ts';
import { type CliRun, runCli } from '../../support/process/run-cli.ts';

export function kustomization(...resources: readonly string[]): string {
  return `apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources: [${resources.join(', ')}]\n`;
}

export const front = (tag: string): string => `apiVersion: apps/v1
kind: Deployment
metadata: { name: front, namespace: store }
spec:
  selector: { matchLabels: { app: front } }
  template:
    metadata: { labels: { app: front } }
    spec: { containers: [{ name: main, image: "registry.example.net/front:${tag}" }] }
`;

export const OVERRIDE = `apiVersion: placement.kubernetes-fleet.io/v1
kind: ResourceOverride
metadata: { name: front, namespace: store }
spec:
  placement: { name: store }
  resourceSelectors: [{ group: apps, version: v1, kind: Deployment, name: front }]
  policy:
    overrideRules:
      - clusterSelector: { clusterSelectorTerms: [] }
        jsonPatchOverrides: [{ op: replace, path: /spec/replicaz, value: 5 }]
`;

/** A kustomization of the app and one of its placement, which nothing brings together. */
export function repository(files: Readonly<Record<string, string>> = {}): GitRepository {
  return gitRepository({
    'clusters.yaml': joinedMembers('e1'),
    'apps/store/kustomization.yaml': kustomization('ns.yaml', 'front.yaml'),
    'apps/store/ns.yaml': namespaceYaml('store'),
    'apps/store/front.yaml': front('1'),
    'fleet/placements/kustomization.yaml': kustomization('store.yaml'),
    'fleet/placements/store.yaml': placementYaml('store'),
    ...files,
  });
}

export const PLAN = ['plan', '.', '--clusters', 'clusters.yaml', '--base', 'HEAD', '--format', 'json'];

/** What the plan says changes on the clusters of the placement, after an edit of the app. */
export async function planned({ dir, write }: GitRepository): Promise<CliRun & { readonly changed: readonly string[] | undefined }> {
  write('apps/store/front.yaml', front('2'));
  const ran = await runCli(dir, PLAN);
  const change = ran.report?.plan?.placements.at(0)?.change;
  return { ...ran, changed: change?.resources?.changed.map(({ resource }) => resource.name) };
}

export const flux = (name: string, path: string, more = ''): string => `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: { name: ${name}, namespace: flux-system }
spec: { interval: 10m, path: ./${path}, prune: true, sourceRef: { kind: GitRepository, name: all }${more} }
`;

export const kubeConfig = (name: string): string => `, kubeConfig: { secretRef: { name: ${name} } }`;

export const application = (name: string, path: string, server = 'https://hub.example.net'): string => `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: ${name}, namespace: argocd }
spec: { source: { repoURL: x, path: ${path} }, destination: { server: "${server}" } }
`;

export const applicationSet = (generators: string, path: string, more = ''): string => `apiVersion: argoproj.io/v1alpha1
kind: ApplicationSet
metadata: { name: all, namespace: argocd }
spec:
  goTemplate: true
  generators: [${generators}]
  template: { spec: { source: { repoURL: x, path: "${path}" }, destination: { name: hub } } }
${more}`;

export const ELEMENTS = 'elements: [{ dir: apps/store }, { dir: fleet/placements }]';

/** A generator of one Application, whose template changes that of the set. */
export const onlyTemplate = (spec: string): string => `{ list: { elements: [{}], template: { metadata: {}, spec: ${spec} } } }`;

export const workflow = (...lines: readonly string[]): string =>
  `on: push\njobs:\n  deploy:\n    runs-on: x\n    steps:\n      - run: |\n${lines.map((line) => `          ${line}\n`).join('')}`;

export const BOTH = ['apps/store', 'fleet/placements'] as const;
