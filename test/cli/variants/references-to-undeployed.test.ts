/** What refers to an object that the change no longer deploys, although the file of the object stays. */
import { describe, expect, it } from 'vitest';
import { joinedMembers } from '../../support/fleets/fleet-yaml.ts';
import { gitRepository, type GitRepository } from '../../support/trees/git-repository.ts';
import { runCli } from '../../support/process/run-cli.ts';

type Files = Readonly<Record<string, string>>;
type Change = (repository: GitRepository) => void;

const pipeline = (...commands: readonly string[]): Files => ({
  '.github/workflows/deploy.yml': `on: push\njobs:\n  deploy:\n    runs-on: ubuntu-latest\n    steps:\n      - uses: actions/checkout@v4\n${commands.map((command) => `      - run: ${command}\n`).join('')}`,
});
const APPLIED = pipeline('kubectl apply -k deploy');
const list = (...names: readonly string[]): string => `resources: [${names.join(', ')}]\n`;
const NAMED = 'apiVersion: v1\nkind: Namespace\nmetadata: { name: shop }\n';
const PLACEMENT = `apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata: { name: shop }
spec:
  resourceSelectors: [{ group: "", version: v1, kind: Namespace, name: shop }]
  policy: { placementType: PickAll }
`;
const BASE = `${NAMED}---\n${PLACEMENT}`;
const web = (pod: string): string => `apiVersion: apps/v1
kind: Deployment
metadata: { name: web, namespace: shop }
spec:
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { ${pod} }
`;
const container = (more: string): string => `containers: [{ name: web, image: "r.example.net/web:1.0", ${more} }]`;
const OF_MAP = web(container('envFrom: [{ configMapRef: { name: conf } }]'));
const object = (kind: string, more = ''): string => `apiVersion: v1\nkind: ${kind}\nmetadata: { name: conf, namespace: shop }\n${more}`;
const MAP = object('ConfigMap', 'data: { a: b }\n');
const CLAIM = object(
  'PersistentVolumeClaim',
  'spec: { accessModes: [ReadWriteOnce], resources: { requests: { storage: 1Gi } }, storageClassName: x }\n',
);
const DEPLOYED: Files = {
  'deploy/base.yaml': BASE,
  'deploy/web.yaml': OF_MAP,
  'deploy/conf.yaml': MAP,
  'deploy/kustomization.yaml': list('base.yaml', 'web.yaml', 'conf.yaml'),
};
const DROP: Change = ({ write }) => write('deploy/kustomization.yaml', list('base.yaml', 'web.yaml'));
const REMOVED = 'The change removes ConfigMap/shop/conf; without it its containers do not start.';

async function found(files: Files, change: Change): Promise<readonly string[]> {
  const repository = gitRepository(files);
  repository.git('remote', 'add', 'origin', 'https://github.com/o/fleet');
  change(repository);
  const { report } = await runCli(repository.dir, ['lint', '.', '--base', 'HEAD']);
  return (report?.lint?.findings ?? []).filter(({ state }) => state === 'new').map(({ message }) => message);
}

const flux = (name: string, path: string): string => `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: { name: ${name}, namespace: flux-system }
spec: { path: ${path}, prune: true, interval: 1m, sourceRef: { kind: GitRepository, name: fleet } }
`;
const SOURCE = `apiVersion: source.toolkit.fluxcd.io/v1
kind: GitRepository
metadata: { name: fleet, namespace: flux-system }
spec: { url: https://github.com/o/fleet, ref: { branch: main }, interval: 1m }
`;
const ARGO = `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: fleet, namespace: argocd }
spec:
  project: default
  source: { repoURL: https://github.com/o/fleet, path: deploy, targetRevision: main }
  destination: { server: https://kubernetes.default.svc, namespace: fleet }
`;

describe('an object that the kustomization no longer lists is as one whose file is deleted', () => {
  it.each<readonly [string, Files]>([
    ['a ConfigMap', APPLIED],
    ['for Flux', { 'flux/all.yaml': `${SOURCE}---\n${flux('all', './deploy')}` }],
    ['for Argo CD', { 'argo/all.yaml': ARGO }],
    ['a Secret', { ...APPLIED, 'deploy/web.yaml': OF_MAP.replace('configMapRef', 'secretRef'), 'deploy/conf.yaml': object('Secret') }],
    [
      'a pull secret',
      {
        ...APPLIED,
        'deploy/web.yaml': web(`imagePullSecrets: [{ name: conf }], ${container('command: [x]')}`),
        'deploy/conf.yaml': object('Secret', 'type: kubernetes.io/dockerconfigjson\n'),
      },
    ],
    [
      'a ServiceAccount',
      {
        ...APPLIED,
        'deploy/web.yaml': web(`serviceAccountName: conf, ${container('command: [x]')}`),
        'deploy/conf.yaml': object('ServiceAccount'),
      },
    ],
    [
      'a claim',
      {
        ...APPLIED,
        'deploy/web.yaml': web(`volumes: [{ name: v, persistentVolumeClaim: { claimName: conf } }], ${container('command: [x]')}`),
        'deploy/conf.yaml': CLAIM,
      },
    ],
    [
      'an object that an override changes',
      {
        ...APPLIED,
        'deploy/web.yaml': `apiVersion: placement.kubernetes-fleet.io/v1
kind: ResourceOverride
metadata: { name: web, namespace: shop }
spec:
  placement: { name: shop }
  resourceSelectors: [{ group: "", version: v1, kind: ConfigMap, name: conf }]
  policy:
    overrideRules: [{ clusterSelector: { clusterSelectorTerms: [] }, jsonPatchOverrides: [{ op: add, path: /data/x, value: "1" }] }]
`,
      },
    ],
    [
      'a Namespace',
      {
        ...APPLIED,
        'deploy/base.yaml': PLACEMENT,
        'deploy/conf.yaml': NAMED,
      },
    ],
  ])('%s', async (_, more) => {
    const files = { ...DEPLOYED, ...more };
    const dropped = await found(files, DROP);
    const deleted = await found(files, (repository) => (DROP(repository), repository.remove('deploy/conf.yaml')));
    expect(dropped).toEqual(deleted);
    expect(dropped).not.toEqual([]);
  });

  it('and a folder whose Kustomization of Flux is deleted', async () => {
    const files: Files = {
      ...DEPLOYED,
      'deploy/kustomization.yaml': list('base.yaml', 'web.yaml'),
      'conf/conf.yaml': MAP,
      'flux/all.yaml': `${SOURCE}---\n${flux('all', './deploy')}`,
      'flux/conf.yaml': flux('conf', './conf'),
    };
    const { 'deploy/conf.yaml': _, ...others } = files;
    expect(await found(others, ({ remove }) => remove('flux/conf.yaml'))).toContain(REMOVED);
  });
});

describe('an object that is or may be deployed still is there for what refers to it', () => {
  const drop =
    (files: Files): Change =>
    (repository) => {
      DROP(repository);
      for (const [file, text] of Object.entries(files)) repository.write(file, text);
    };
  it.each<readonly [string, Files, Change]>([
    ['no deployer is known', {}, DROP],
    ['a deployer that is not read may apply it', { ...APPLIED, 'deploy.sh': 'kubectl apply -k "$1"\n' }, DROP],
    ['another step applies the file', pipeline('kubectl apply -f deploy/conf.yaml', 'kubectl apply -k deploy'), DROP],
    ['the change adds a step for the file', APPLIED, drop(pipeline('kubectl apply -f deploy/conf.yaml', 'kubectl apply -k deploy'))],
    [
      'the change adds a kustomization with it',
      APPLIED,
      drop({ 'conf/kustomization.yaml': list('../deploy/conf.yaml'), ...pipeline('kubectl apply -k deploy', 'kubectl apply -k conf') }),
    ],
    [
      'the change copies it to another folder',
      pipeline('kubectl apply -k deploy', 'kubectl apply -f conf'),
      drop({ 'conf/conf.yaml': MAP }),
    ],
    [
      'the change moves it to another folder that is listed',
      APPLIED,
      (at) => {
        at.remove('deploy/conf.yaml');
        at.write('conf/conf.yaml', MAP);
        at.write('conf/kustomization.yaml', list('conf.yaml'));
        at.write('deploy/kustomization.yaml', list('base.yaml', 'web.yaml', '../conf'));
      },
    ],
    [
      'a component brings it',
      APPLIED,
      drop({
        'conf/kustomization.yaml': `apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\n${list('conf.yaml')}`,
        'conf/conf.yaml': MAP,
        'deploy/kustomization.yaml': `${list('base.yaml', 'web.yaml')}components: [../conf]\n`,
      }),
    ],
    [
      'a generator makes it',
      APPLIED,
      drop({
        'deploy/kustomization.yaml': `${list('base.yaml', 'web.yaml')}configMapGenerator: [{ name: conf, namespace: shop, literals: [a=b] }]\n`,
      }),
    ],
    [
      'a generator makes it under one name',
      APPLIED,
      drop({
        'deploy/kustomization.yaml': `${list('base.yaml', 'web.yaml')}generatorOptions: { disableNameSuffixHash: true }\nconfigMapGenerator: [{ name: conf, namespace: shop, literals: [a=b] }]\n`,
      }),
    ],
    [
      'only a kustomization that nothing applies had listed it',
      {
        ...APPLIED,
        'deploy/kustomization.yaml': list('base.yaml', 'web.yaml'),
        'local/kustomization.yaml': list('conf.yaml', 'x.yaml'),
        'local/conf.yaml': MAP,
        'local/x.yaml': MAP.replace('conf', 'x'),
      },
      ({ write }) => write('local/kustomization.yaml', list('x.yaml')),
    ],
  ])('%s', async (_, more, change) => {
    expect(await found({ ...DEPLOYED, ...more }, change)).not.toContain(REMOVED);
  });

  it('nothing that was read applies what refers to it', async () => {
    const files: Files = {
      ...DEPLOYED,
      ...APPLIED,
      'deploy/kustomization.yaml': list('base.yaml', 'conf.yaml'),
      'by-hand/web.yaml': OF_MAP,
    };
    const { 'deploy/web.yaml': _, ...others } = files;
    expect(await found(others, ({ write }) => write('deploy/kustomization.yaml', list('base.yaml')))).not.toContain(REMOVED);
  });
});

describe('an object is gone if a job also starts a script', () => {
  const withScript = async (call: string, file: string): Promise<Awaited<ReturnType<typeof found>>> =>
    found({ ...DEPLOYED, ...pipeline('kubectl apply -k deploy', call), [file]: 'echo done\n' }, DROP);

  it.each(['ci/check.sh', './ci/check.sh', 'bash ./ci/check.sh'])('that is read: %s', async (call) => {
    expect(await withScript(call, 'ci/check.sh')).toContain(REMOVED);
  });

  it.each(['hack/ci/check.sh', './hack/ci/check.sh', '../ci/check.sh/run.sh'])('but not one that is not read: %s', async (call) => {
    expect(await withScript(call, 'hack/ci/check.sh')).not.toContain(REMOVED);
  });
});

describe('a new file that the kustomization does not list', () => {
  const planned = async (change: Change, files: Files = {}): Promise<{ readonly notes: string; readonly added: readonly string[] }> => {
    const repository = gitRepository({ ...DEPLOYED, ...APPLIED, ...files, 'clusters.yaml': joinedMembers('e1') });
    change(repository);
    const { report } = await runCli(repository.dir, ['plan', '.', '--base', 'HEAD', '--clusters', 'clusters.yaml']);
    const changes = report?.plan?.placements.flatMap(({ change: of }) => of?.resources?.added ?? []) ?? [];
    return { notes: (report?.notes ?? []).join('\n'), added: changes.map(({ resource }) => resource.name) };
  };
  const MORE = MAP.replace('conf', 'more');
  const add = ({ write }: GitRepository): void => {
    write('deploy/more.yaml', MORE);
    write('deploy/web.yaml', OF_MAP.replace('name: conf', 'name: more'));
  };

  it('is named with what needs its object, which a plan does not add', async () => {
    const { notes, added } = await planned(add);
    expect(notes).toContain('No kustomization lists deploy/more.yaml, ');
    expect(notes).toContain('should deploy it. Deployment/shop/web refers to ConfigMap/shop/more.');
    expect(added).toEqual([]);
  });

  const OVERLAY: Files = { ...pipeline('kubectl apply -k prod'), 'prod/kustomization.yaml': list('../deploy') };

  it('beside a base of what is applied is not added either', async () => {
    const { notes, added } = await planned(add, OVERLAY);
    expect(notes).toContain('No kustomization lists deploy/more.yaml, beside the kustomization of deploy:');
    expect(added).toEqual([]);
  });

  it('of a component without a user is not added either', async () => {
    const { notes, added } = await planned((at) => {
      add(at);
      at.remove('deploy/more.yaml');
      at.write('c/more.yaml', MORE);
      at.write('c/kustomization.yaml', `kind: Component\n${list('more.yaml')}`);
    });
    expect(notes).toContain('No overlay uses the component of c, which lists c/more.yaml:');
    expect(notes).toContain('Deployment/shop/web refers to ConfigMap/shop/more.');
    expect(added).toEqual([]);
  });

  it('is named alone if nothing needs its object', async () => {
    const { notes, added } = await planned(({ write }) => write('deploy/more.yaml', MORE));
    expect([notes.includes('No kustomization lists deploy/more.yaml, '), notes.includes('refers to'), added]).toEqual([true, false, []]);
  });

  it('is added if it is listed, or if a placement names its object', async () => {
    const listed = await planned((at) => {
      add(at);
      at.write('deploy/kustomization.yaml', list('base.yaml', 'web.yaml', 'conf.yaml', 'more.yaml'));
    });
    const named = await planned((at) => {
      add(at);
      at.write('deploy/more.yaml', NAMED.replace('metadata: { name: shop }', 'metadata: { name: more }'));
      at.write('deploy/base.yaml', `${BASE}---\n${PLACEMENT.replaceAll('shop', 'more')}`);
    });
    expect([listed.added, named.added]).toEqual([['more'], ['more']]);
  });
});
