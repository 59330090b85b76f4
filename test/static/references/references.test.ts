/** How certain it is that a referenced object is not placed too, and how kustomize changes names. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lint } from '../../../src/static/judge/lint.ts';
import { makeWorld } from '../../../src/static/world/make-world.ts';
import { readManifests } from '../../../src/static/read/read-manifests.ts';
import { crdNotPlaced } from '../../../src/static/rules/crd-not-placed.ts';
import { referenceNotPlaced } from '../../../src/static/rules/reference-not-placed.ts';
import { lintTexts, TODAY } from '../../support/trees/lint-texts.ts';
import { temporaryFolder } from '../../support/trees/temporary-folder.ts';

const placement = (kind: string, name: string, selectors: string, policy = ''): string => `
apiVersion: placement.kubernetes-fleet.io/v1
kind: ${kind}
metadata: { name: ${name}${kind.startsWith('Cluster') ? '' : ', namespace: shop'} }
spec:
  resourceSelectors: [${selectors}]
${policy}
---`;
const DEPLOYMENT = `
apiVersion: apps/v1
kind: Deployment
metadata: { name: web, namespace: shop }
spec:
  template: { spec: { containers: [{ name: web, image: "a:1", envFrom: [{ secretRef: { name: database } }] }] } }
---`;
const WEB = '{ group: apps, version: v1, kind: Deployment, name: web }';
const SHOP = '{ group: "", version: v1, kind: Namespace, name: shop }';
const SECRET = (namespace: string, annotations = '{}'): string =>
  `\n{ apiVersion: v1, kind: Secret, metadata: { name: database, namespace: ${namespace}, annotations: ${annotations} } }\n---`;
const BINDING = (namespace: string): string => `
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: { name: readers, namespace: shop }
roleRef: { kind: ClusterRole, name: view }
subjects: [{ kind: ServiceAccount, name: prometheus, namespace: ${namespace} }]
---`;
const CUSTOM = '\n{ apiVersion: databases.example.com/v1, kind: Database, metadata: { name: main, namespace: shop } }\n---';
const RP = placement('ResourcePlacement', 'web', WEB);
const CRP = placement('ClusterResourcePlacement', 'shop', SHOP);
const ACCOUNT = (namespace: string): string =>
  `\n{ apiVersion: v1, kind: ServiceAccount, metadata: { name: prometheus, namespace: ${namespace} } }\n---`;

function told(text: string, hub?: string): readonly string[] {
  const { findings } = lintTexts({ files: [{ path: 'a.yaml', text }], hub }, [referenceNotPlaced]);
  return findings.map(({ effect, message }) => `${effect}: ${message}`);
}

describe('a Secret of the same namespace', () => {
  it.each([
    ['here and taken by no placement', RP + DEPLOYMENT + SECRET('shop'), undefined, ['fails: No placement selects Secret/shop/database']],
    [
      'in another namespace',
      RP + DEPLOYMENT + SECRET('press'),
      undefined,
      ['misbehaves: Secret/shop/database does not exist; there is one in namespace press'],
    ],
    [
      'in another namespace, and not on the hub',
      RP + DEPLOYMENT + SECRET('press'),
      '',
      ['fails: Secret/shop/database does not exist; there is one in namespace press'],
    ],
    [
      'copied out of another namespace',
      RP + DEPLOYMENT + SECRET('press', '{ reflector.v1.k8s.emberstack.com/reflection-auto-enabled: "true" }'),
      '',
      [],
    ],
    ['nowhere here, the placement takes single objects', RP + DEPLOYMENT, undefined, []],
    ['nowhere here, the placement takes the namespace', CRP + DEPLOYMENT, undefined, []],
    ['nowhere at all', CRP + DEPLOYMENT, '', []],
    ['on the hub, where the placement takes it', CRP + DEPLOYMENT, SECRET('shop'), []],
    ['on the hub, if no placement selects it', RP + DEPLOYMENT, SECRET('shop'), ['fails: No placement selects Secret/shop/database']],
  ] as const)('is found or missing: %s', (_, text, hub, expected) => {
    expect(told(text, hub)).toEqual(expected.map((begin) => expect.stringContaining(begin)));
  });
});

describe('an object that is named with its namespace', () => {
  const roles = '{ group: rbac.authorization.k8s.io, version: v1, kind: RoleBinding, name: readers }';
  const bound = placement('ResourcePlacement', 'roles', roles) + BINDING('monitoring');
  it.each([
    ['of which nothing is here', bound, undefined, []],
    ['if one with that name is in another one', bound + ACCOUNT('press'), undefined, []],
    ['which the hub does not have either', bound, '', []],
    [
      'which is here and taken by no placement',
      bound + ACCOUNT('monitoring'),
      undefined,
      ['fails: No placement selects ServiceAccount/monitoring/prometheus'],
    ],
    ['which every cluster has', placement('ResourcePlacement', 'roles', roles) + BINDING('kube-system'), '', []],
  ] as const)('is found or missing: %s', (_, text, hub, expected) => {
    expect(told(text, hub)).toEqual(expected.map((begin) => expect.stringContaining(begin)));
  });
});

it('a missing object is reported once for each workload, although several places name it and several placements select the workload', () => {
  const twice = DEPLOYMENT.replace('envFrom: [', 'envFrom: [{ secretRef: { name: database } }, ');
  expect(told(RP + placement('ResourcePlacement', 'web-again', WEB) + twice + SECRET('shop'))).toHaveLength(1);
});

describe('an object that clusters share', () => {
  const classy = DEPLOYMENT.replace('envFrom', 'env')
    .replace('spec: { containers', 'spec: { priorityClassName: important, containers')
    .replace('[{ secretRef: { name: database } }]', '[]');
  const CLASS = '\n{ apiVersion: scheduling.k8s.io/v1, kind: PriorityClass, metadata: { name: important }, value: 1 }\n---';
  it.each([
    ['the members may have it from elsewhere', RP + classy, '', []],
    ['it is kept here for others', RP + classy + CLASS, undefined, ['misbehaves: No placement selects PriorityClass/important']],
  ] as const)('is found or missing: %s', (_, text, hub, expected) => {
    expect(told(text, hub)).toEqual(expected.map((begin) => expect.stringContaining(begin)));
  });
});

describe('an object of a namespace that a cluster-scoped object needs', () => {
  const granting = (namespace: string): string => `
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: { name: readers }
roleRef: { apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: view }
subjects: [{ kind: ServiceAccount, name: prometheus, namespace: ${namespace} }]
---`;
  const roles = placement(
    'ClusterResourcePlacement',
    'roles',
    '{ group: rbac.authorization.k8s.io, version: v1, kind: ClusterRoleBinding, name: readers }',
  );
  it.each([
    [
      'shop',
      'fails',
      'Select the Namespace shop with its resources in roles, or ServiceAccount/shop/prometheus in a ResourcePlacement to the same clusters.',
    ],
    [
      'kube-system',
      'misbehaves',
      'Deliver ServiceAccount/kube-system/prometheus in another way, because no placement can select from kube-system, or use one in another namespace.',
    ],
    [
      'default',
      'misbehaves',
      'Deliver ServiceAccount/default/prometheus in another way, because no placement can select from default, or use one in another namespace.',
    ],
  ])('is missing if no placement selects it, in %s', (namespace, effect, remedy) => {
    const text = roles + granting(namespace) + ACCOUNT(namespace);
    const { findings } = lintTexts({ files: [{ path: 'a.yaml', text }] }, [referenceNotPlaced]);
    expect(findings.map((finding) => [finding.effect, finding.remedy])).toEqual([[effect, remedy]]);
  });
  it('is placed together with its namespace', () => {
    expect(told(roles + granting('shop') + ACCOUNT('shop') + CRP)).toEqual([]);
  });
});

it('names that a kustomization generates are known only after rendering', async () => {
  const dir = temporaryFolder();
  const write = (path: string, text: string): void => {
    mkdirSync(join(dir, path, '..'), { recursive: true });
    writeFileSync(join(dir, path), text);
  };
  write('a/web.yaml', (RP + DEPLOYMENT).replace(/---$/, ''));
  const neededIn = async (): Promise<readonly string[]> => {
    const sources = await readManifests(['a'], { cwd: dir });
    const world = makeWorld({ target: 'v0.3', now: TODAY, manifests: sources.manifests });
    return (lint(world, sources, { rules: [], today: TODAY }).assumptions ?? []).map(({ kind, name }) => `${kind}/${name}`);
  };
  write('a/kustomization.yaml', 'resources: [web.yaml]\n');
  expect(await neededIn()).toContain('Secret/database');
  write('a/kustomization.yaml', 'resources: [web.yaml]\nsecretGenerator: [{ name: database, literals: [password=x] }]\n');
  expect(await neededIn()).not.toContain('Secret/database');
  write('a/kustomization.yaml', 'resources: [web.yaml]\nconfigMapGenerator: [{ name: database, literals: [a=b] }]\n');
  expect(await neededIn()).toContain('Secret/database');
});

describe('a name that only a controller or a kustomization makes', () => {
  const made = (apiVersion: string, kind: string, name: string, spec: string): string =>
    `\n{ apiVersion: ${apiVersion}, kind: ${kind}, metadata: { name: ${name}, namespace: shop }, spec: ${spec} }\n---`;
  const external = (name: string): string => made('external-secrets.io/v1', 'ExternalSecret', 'es', `{ target: { name: ${name} } }`);
  const sealed = (name: string): string => made('bitnami.com/v1alpha1', 'SealedSecret', name, '{ encryptedData: { password: AgB } }');

  it.each([
    ['an ExternalSecret', external('databse'), 'ExternalSecret/shop/es makes databse'],
    ['a SealedSecret', sealed('databases'), 'SealedSecret/shop/databases makes databases'],
    ['a Certificate', made('cert-manager.io/v1', 'Certificate', 'c', '{ secretName: datbase }'), 'Certificate/shop/c makes datbase'],
    [
      'a ClusterExternalSecret',
      external('databse')
        .replace('ExternalSecret', 'ClusterExternalSecret')
        .replace(', namespace: shop', '')
        .replace('{ target', '{ externalSecretSpec: { target')
        .replace('} } }', '} } } }'),
      'ClusterExternalSecret/es makes databse',
    ],
  ])('and that is misspelt is told: %s', (_, text, says) => {
    const expected = [`misbehaves: Secret/shop/database is not in these files, but ${says}; without it its containers do not start.`];
    expect(told(CRP + DEPLOYMENT + text)).toEqual(expected);
    // The hub never has what is made on members.
    expect(told(CRP + DEPLOYMENT + text, '')).toEqual(expected);
    const { findings } = lintTexts({ files: [{ path: 'a.yaml', text: CRP + DEPLOYMENT + text }] }, [referenceNotPlaced]);
    expect(findings.map(({ remedy }) => remedy)).toEqual([`Did you mean ${says.split(' ').at(-1)}?`]);
  });

  it.each([
    ['an ExternalSecret', external('database')],
    ['a SealedSecret', sealed('database')],
    ['an ExternalSecret that names no target', made('external-secrets.io/v1', 'ExternalSecret', 'database', '{ dataFrom: [] }')],
  ])('satisfies a reference: %s', (_, text) => {
    expect(told(CRP + DEPLOYMENT + text)).toEqual([]);
    const { assumptions = [] } = lintTexts({ files: [{ path: 'a.yaml', text: CRP + DEPLOYMENT + text }] }, []);
    expect(assumptions.map(({ kind }) => kind)).not.toContain('Secret');
  });

  it.each([
    ['in another namespace', external('databse').replace('namespace: shop', 'namespace: press')],
    ['that is not similar', external('messages')],
    ['of another naming scheme', external('database-2')],
    ['of a ConfigMap', made('v1', 'ConfigMap', 'databse', '{}')],
  ])('is not told: %s', (_, text) => {
    expect(told(CRP + DEPLOYMENT + text)).toEqual([]);
  });

  it('and that a kustomization generates is told before and after rendering, and only if it is misspelt', async () => {
    const dir = temporaryFolder();
    mkdirSync(join(dir, 'a'));
    writeFileSync(join(dir, 'a/web.yaml'), (RP + DEPLOYMENT).replace(/---$/, ''));
    const toldWith = async (generator: string, ...rendered: readonly string[]): Promise<readonly string[]> => {
      writeFileSync(join(dir, 'a/kustomization.yaml'), `resources: [web.yaml]\n${generator}`);
      const sources = await readManifests(['a'], { cwd: dir });
      const web = sources.manifests.filter(({ object }) => object.kind === 'Deployment');
      const manifests = rendered.flatMap((name) =>
        web.map((each) => ({
          ...each,
          object: { apiVersion: 'v1', kind: 'Secret', metadata: { name, namespace: 'shop' } },
          rendered: { command: 'kubectl kustomize a', quote: () => undefined },
        })),
      );
      const world = makeWorld({ target: 'v0.3', now: TODAY, manifests: [...sources.manifests, ...manifests] });
      return lint(world, sources, { rules: [referenceNotPlaced], today: TODAY }).findings.map(({ message }) => message);
    };
    const says = 'Secret/shop/database is not in these files, but a kustomization makes databse; without it its containers do not start.';
    expect(await toldWith('secretGenerator: [{ name: databse, literals: [password=x] }]\n')).toEqual([says]);
    expect(await toldWith('secretGenerator: [{ name: database, literals: [password=x] }]\n')).toEqual([]);
    expect(await toldWith('configMapGenerator: [{ name: databse, literals: [password=x] }]\n')).toEqual([]);
    expect(await toldWith('', 'databse-9g4h2k5t7m')).toEqual([says]);
    expect(await toldWith('', 'database-9g4h2k5t7m')).toEqual([]);
    expect(await toldWith('', 'databse-credential')).toEqual([]);
  });
});

describe('the definition of a custom kind', () => {
  const crd = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: databases.databases.example.com }
spec: { group: databases.example.com, scope: Namespaced, names: { kind: Database, plural: databases }, versions: [{ name: v1, served: true }] }
---`;
  const taken = (policy: string): string =>
    placement(
      'ClusterResourcePlacement',
      'crds',
      '{ group: apiextensions.k8s.io, version: v1, kind: CustomResourceDefinition, name: databases.databases.example.com }',
      policy,
    );
  const OSLO = '  policy: { placementType: PickFixed, clusterNames: [oslo] }';
  const SHOP_IN = placement(
    'ClusterResourcePlacement',
    'shop',
    SHOP,
    '  policy: { placementType: PickFixed, clusterNames: [oslo, amsterdam] }',
  );
  it.each([
    ['no placement takes it: an operator may have brought it', SHOP_IN + CUSTOM + crd, undefined, ['advice']],
    ['it goes to fewer clusters', SHOP_IN + CUSTOM + crd + taken(OSLO), undefined, ['misbehaves']],
    ['the hub takes it to all of them', SHOP_IN + CUSTOM + crd, taken(''), []],
    ['it is not here', SHOP_IN + CUSTOM, undefined, []],
    ['it is here twice', SHOP_IN + CUSTOM + crd + crd, undefined, []],
  ] as const)('is found or missing: %s', (_, text, hub, expected) => {
    const { findings } = lintTexts({ files: [{ path: 'a.yaml', text }], hub }, [crdNotPlaced]);
    expect(findings.map(({ effect }) => effect)).toEqual(expected);
  });
});
