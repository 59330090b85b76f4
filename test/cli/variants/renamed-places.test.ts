/** A change that renames the folder around several environments, whose objects have the same names. */
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { joinedMembers, namespaceYaml, placementYaml } from '../../support/fleets/fleet-yaml.ts';
import { runCli } from '../../support/process/run-cli.ts';
import { gitRepository } from '../../support/trees/git-repository.ts';

type Files = Readonly<Record<string, string>>;

const OWN = 'https://github.com/o/fleet';
const fixed = (...clusters: readonly string[]): string =>
  placementYaml('shop', { policy: `{ placementType: PickFixed, clusterNames: [${clusters.join(', ')}] }` });
const NS = namespaceYaml('shop');
const list = (...names: readonly string[]): string => `resources: [${names.join(', ')}]\n`;

/** The environments of an application, each with the clusters that its placement names. */
type Envs = Readonly<Record<string, readonly string[]>>;
type Form = (app: string, envs: Envs, content?: string) => Files;
const joined = (parts: readonly Files[]): Files => Object.assign({}, ...parts) as Files;
const perEnv = (envs: Envs, filesOf: (env: string, clusters: readonly string[]) => Files): Files =>
  joined(Object.entries(envs).map(([env, clusters]) => filesOf(env, clusters)));

const overlays: Form = (app, envs, content = NS) => ({
  [`apps/${app}/base/all.yaml`]: content,
  [`apps/${app}/base/kustomization.yaml`]: list('all.yaml'),
  ...perEnv(envs, (env, clusters) => ({
    [`apps/${app}/${env}/crp.yaml`]: fixed(...clusters),
    [`apps/${app}/${env}/kustomization.yaml`]: list('../base', 'crp.yaml'),
  })),
});
const patches: Form = (app, envs, content = NS) => ({
  [`apps/${app}/base/all.yaml`]: `${content}---\n${fixed('x')}`,
  [`apps/${app}/base/kustomization.yaml`]: list('all.yaml'),
  ...perEnv(envs, (env, clusters) => ({
    [`apps/${app}/${env}/kustomization.yaml`]: `${list('../base')}patches:\n  - target: { kind: ClusterResourcePlacement }\n    patch: |\n      - { op: replace, path: /spec/policy/clusterNames, value: [${clusters.join(', ')}] }\n`,
  })),
});
const folders: Form = (app, envs, content = NS) =>
  perEnv(envs, (env, clusters) => ({ [`apps/${app}/${env}/all.yaml`]: `${content}---\n${fixed(...clusters)}` }));
const FORMS: Readonly<Record<string, Form>> = { overlays, patches, folders };

const flux = (path: string): Files => ({
  'hub/flux.yaml': `apiVersion: source.toolkit.fluxcd.io/v1
kind: GitRepository
metadata: { name: fleet, namespace: flux-system }
spec: { url: ${OWN}, ref: { branch: main }, interval: 1m }
---
apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: { name: fleet, namespace: flux-system }
spec: { path: ./${path}, prune: true, interval: 1m, sourceRef: { kind: GitRepository, name: fleet } }
`,
});
const argo = (path: string): Files => ({
  'hub/argo.yaml': `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: fleet, namespace: argocd, finalizers: [resources-finalizer.argocd.argoproj.io] }
spec:
  project: default
  source: { repoURL: ${OWN}, path: ${path}, targetRevision: HEAD }
  destination: { server: "https://kubernetes.default.svc", namespace: fleet }
  syncPolicy: { automated: { prune: true } }
`,
});
const step = (path: string): Files => ({
  '.github/workflows/deploy.yaml': `on: push\njobs:\n  j: { runs-on: x, steps: [{ run: "kubectl apply -k ${path}" }] }\n`,
});
const none = (): Files => ({});

async function told(base: Files, head: Files) {
  const { dir, write, remove, git } = gitRepository({ 'clusters.yaml': joinedMembers('d1', 'p1', 'p2'), ...base });
  git('remote', 'add', 'origin', OWN);
  for (const file of Object.keys(base)) if (head[file] === undefined) remove(file);
  for (const [file, text] of Object.entries(head)) write(file, text);
  const { report } = await runCli(dir, ['plan', '.', '--base', 'HEAD', '--clusters', 'clusters.yaml', '--format', 'json']);
  const { plan, removals = [], notes = [] } = report ?? {};
  return {
    plans: (plan?.placements ?? []).length,
    moves: (plan?.placements ?? []).flatMap(({ change }) =>
      change === undefined || isDeepStrictEqual(change.added, change.removed)
        ? []
        : [`${change.added.join()} for ${change.removed.join()}`],
    ),
    removed: removals.flatMap(({ clusters = [] }) => clusters),
    advice: (plan?.notEvaluated ?? []).flatMap(({ reason }) => /Name .* if it moved|Correct the path/.exec(reason)?.[0] ?? []),
    notes: notes.join('\n'),
  };
}

const ENVS: Envs = { dev: ['d1'], prod: ['p1'] };
const SHORT: Envs = { development: ['d1'], production: ['p1'] };
const OTHER = NS.replace('name: shop', 'name: shop\n  labels: { a: b }');
const DEPLOYERS: Readonly<Record<string, (path: string) => Files>> = { flux, argo, 'kubectl apply': step, nothing: none };
const CASES = Object.entries(FORMS).flatMap(([name, form]) =>
  Object.entries(DEPLOYERS).flatMap(([by, deployer]) => [true, false].map((isCorrected) => ({ name, form, by, deployer, isCorrected }))),
);

describe.each(CASES)('$name that $by deploys, with the path corrected: $isCorrected', ({ form, by, deployer, isCorrected }) => {
  const before = { ...form('web', ENVS), ...deployer('apps/web/prod') };
  const renamed = async (envs: Envs, prod: string, content = NS): ReturnType<typeof told> =>
    told(before, { ...form('front', envs, content), ...deployer(isCorrected ? `apps/front/${prod}` : 'apps/web/prod') });
  const names = (to: string): readonly string[] => (isCorrected || (by !== 'flux' && by !== 'argo') ? [] : [to]);

  it.each([
    { as: 'the same names', envs: ENVS, prod: 'prod', content: NS },
    { as: 'other names', envs: SHORT, prod: 'production', content: NS },
    { as: 'other names and with other content', envs: SHORT, prod: 'production', content: OTHER },
  ])('are compared with what they were, with $as', async ({ envs, prod, content }) => {
    const { plans, moves, removed, advice, notes } = await renamed(envs, prod, content);
    expect({ plans, moves, removed }).toEqual({ plans: 2, moves: [], removed: [] });
    expect(advice).toEqual(names(`Name apps/front/${prod} there if it moved`));
    expect(notes).not.toContain('any longer');
  });

  it('that lose a cluster are a removal', async () => {
    const { plans, moves, removed } = await renamed({ ...ENVS, prod: ['p2'] }, 'prod');
    expect({ plans, moves, removed }).toEqual({ plans: 2, moves: ['p2 for p1'], removed: ['p1'] });
  });

  it('are a removal if only another one of them is left', async () => {
    const { removed, advice } = await renamed({ dev: ['d1'] }, 'prod');
    expect(removed).toEqual(['p1']);
    expect(advice).toEqual(names('Correct the path'));
  });
});
