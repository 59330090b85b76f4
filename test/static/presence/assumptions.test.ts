/** Objects that a change needs from elsewhere are reported once each, and decide nothing unless requested. */
import { describe, expect, it } from 'vitest';
import { RULES } from '../../../src/static/rules/index.gen.ts';
import { lintTexts } from '../../support/trees/lint-texts.ts';

const NAMESPACE = '{ apiVersion: v1, kind: Namespace, metadata: { name: shop } }\n---\n';
const SELECTED = `
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata: { name: shop }
spec: { resourceSelectors: [{ group: "", version: v1, kind: Namespace, name: shop }] }
---`;
const LOGIN = '\n{ apiVersion: v1, kind: Secret, metadata: { name: registry-login, namespace: shop }, stringData: { a: b } }\n';
const workload = (pod: string, name = 'web'): string => `
apiVersion: apps/v1
kind: Deployment
metadata: { name: ${name}, namespace: shop }
spec:
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { ${pod}, containers: [{ name: web, image: "registry.example/web:1.4" }] }
---`;

function needed(text: string, hub?: string): readonly string[] {
  const { assumptions = [] } = lintTexts({ files: [{ path: 'a.yaml', text }], hub }, []);
  return assumptions.map(({ kind, namespace, name, selector, neededBy, because }) => {
    const by = neededBy.map((ref) => `${ref.kind}/${ref.name}`).join(' and ');
    const what = [kind, namespace, selector === undefined ? name : undefined].filter((part) => part !== undefined).join('/');
    return `${what}${selector === undefined ? '' : `[${selector}]`} for ${by}: ${because}`;
  });
}

describe('an entry of the configuration says that something comes from elsewhere', () => {
  const text = NAMESPACE + SELECTED + workload('imagePullSecrets: [{ name: login }]');
  const lintWith = (provided: string): readonly string[] => {
    const { assumptions = [], findings } = lintTexts({ files: [{ path: 'a.yaml', text }], config: `provided: [${provided}]` }, []);
    return [...assumptions.map(({ name }) => name), ...findings.map(({ rule, line, message }) => `${rule} ${line}: ${message}`)];
  };

  it.each([
    ['by kind, namespace and name', '{ kind: Secret, namespace: shop, name: log*, reason: r }'],
    ['by kind alone', '{ kind: Secret, reason: r }'],
    ['until a day that has not passed', '{ kind: Secret, reason: r, until: 2026-06-01 }'],
  ])('%s', (_by, provided) => {
    expect(lintWith(provided)).toEqual([]);
  });

  it('until its last day, and not after it', () => {
    expect(lintWith('{ kind: Secret, name: login, reason: r, until: 2026-05-31 }')).toEqual([
      'login',
      'suppression-expired 1: The entry of `provided` for Secret/login ended on 2026-05-31.',
    ]);
  });

  it.each(['{ kind: Secret, namespace: other, reason: r }', '{ kind: ConfigMap, reason: r }', '{ name: logon, reason: r }'])(
    'and is reported if it matches nothing: %s',
    (provided) => {
      expect(lintWith(provided)).toEqual(['login', expect.stringMatching(/^suppression-unused 1: These files need no object/)]);
    },
  );
});

it('an entry of the configuration prevails over an object of a similar name', () => {
  const files = [{ path: 'a.yaml', text: NAMESPACE + SELECTED + workload('imagePullSecrets: [{ name: registry-logn }]') + LOGIN }];
  const rules = RULES.filter(({ id }) => id === 'reference-not-placed');
  const findingsWith = (provided: string): readonly string[] =>
    lintTexts({ files, config: `provided: [${provided}]` }, rules).findings.map(({ rule }) => rule);
  expect(findingsWith('')).toEqual(['reference-not-placed']);
  expect(findingsWith('{ kind: Secret, name: registry-logn, reason: r }')).toEqual([]);
});

describe('patches and runs need objects too', () => {
  const patched = (operation: string): string => `
apiVersion: placement.kubernetes-fleet.io/v1
kind: ResourceOverride
metadata: { name: o, namespace: shop }
spec:
  resourceSelectors: [{ group: apps, version: v1, kind: Deployment, name: web }]
  policy: { overrideRules: [{ clusterSelector: { clusterSelectorTerms: [] }, jsonPatchOverrides: [${operation}] }] }
---`;
  const plain = workload('enableServiceLinks: false');

  it.each([
    ['envFrom', '{ op: add, path: /spec/template/spec/containers/0/envFrom, value: [{ configMapRef: { name: x } }] }', 'ConfigMap/shop/x'],
    ['a pull secret', '{ op: add, path: /spec/template/spec/imagePullSecrets, value: [{ name: x }] }', 'Secret/shop/x'],
    ['a volume', '{ op: add, path: /spec/template/spec/volumes, value: [{ name: v, secret: { secretName: x } }] }', 'Secret/shop/x'],
  ])('%s that a patch adds is reported if missing', (_name, operation, object) => {
    expect(needed(NAMESPACE + SELECTED + plain + patched(operation))).toEqual([`${object} for Deployment/web: it is not in these files`]);
  });

  it('an entry of a missing object, and of one that other tools fill in, is an assumption', () => {
    const pod = 'volumes: [{ name: v, secret: { secretName: login, items: [{ key: user, path: u }] } }]';
    const keysOf = (text: string): readonly string[] =>
      (lintTexts({ files: [{ path: 'a.yaml', text }] }, []).assumptions ?? []).map(({ kind, key }) => `${kind} ${key}`);
    expect(keysOf(NAMESPACE + SELECTED + workload(pod))).toEqual(['Secret user']);
    const empty = '\n{ apiVersion: v1, kind: Secret, metadata: { name: login, namespace: shop } }\n---';
    expect(keysOf(NAMESPACE + SELECTED + workload(pod) + empty)).toEqual(['Secret user']);
    expect(keysOf(NAMESPACE + SELECTED + workload(pod) + empty.replace(' } }', ' }, stringData: { user: u } }'))).toEqual([]);
  });

  it('an object that an override makes from an entry of an envelope is none', () => {
    const envelope = `
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ResourceEnvelope
metadata: { name: e, namespace: shop }
data:
  login.yaml: { apiVersion: v1, kind: Secret, metadata: { name: login, namespace: shop } }
---`;
    const renames = (select: string, name: string, path: string): string => `
apiVersion: placement.kubernetes-fleet.io/v1
kind: ResourceOverride
metadata: { name: ${name}, namespace: shop }
spec:
  placement: { name: shop }
  resourceSelectors: [${select}]
  policy:
    overrideRules:
      - clusterSelector: { clusterSelectorTerms: [{ labelSelector: { matchLabels: { region: west } } }] }
        jsonPatchOverrides: [{ op: replace, path: ${path}, value: west-login }]
---`;
    const users = renames(
      '{ group: apps, version: v1, kind: Deployment, name: web }',
      'web',
      '/spec/template/spec/imagePullSecrets/0/name',
    );
    const entry = '{ group: placement.kubernetes-fleet.io, version: v1beta1, kind: ResourceEnvelope, name: e }';
    const text = NAMESPACE + SELECTED + workload('imagePullSecrets: [{ name: login }]') + envelope + users;
    expect(needed(text)).toEqual(['Secret/shop/west-login for Deployment/web: it is not in these files']);
    expect(needed(text + renames(entry, 'e', '/data/login.yaml/metadata/name'))).toEqual([]);
  });

  it('a snapshot that an update run names is an assumption', () => {
    const run =
      '\n{ apiVersion: placement.kubernetes-fleet.io/v1beta1, kind: ClusterStagedUpdateRun, metadata: { name: r }, spec: { placementName: shop, resourceSnapshotIndex: "7" } }\n---';
    expect(needed(NAMESPACE + SELECTED + run)).toEqual([
      'ClusterResourceSnapshot/shop-7-snapshot for ClusterStagedUpdateRun/r: only the hub has the snapshot with this index',
    ]);
  });
});

describe('an object that is not in the files is an assumption', () => {
  it.each([
    ['a pull secret', 'imagePullSecrets: [{ name: login }]', 'Secret/shop/login'],
    ['a ServiceAccount', 'serviceAccountName: robot', 'ServiceAccount/shop/robot'],
    ['a claim', 'volumes: [{ name: v, persistentVolumeClaim: { claimName: disk } }]', 'PersistentVolumeClaim/shop/disk'],
    ['a ConfigMap', 'volumes: [{ name: v, configMap: { name: settings } }]', 'ConfigMap/shop/settings'],
  ])('%s', (_, pod, object) => {
    expect(needed(NAMESPACE + SELECTED + workload(pod))).toEqual([`${object} for Deployment/web: it is not in these files`]);
  });

  it('also if it is cluster-scoped', () => {
    expect(needed(NAMESPACE + SELECTED + workload('priorityClassName: important'))).toEqual([
      'PriorityClass/important for Deployment/web: it is not in these files, and none of their placements selects it',
    ]);
  });

  it.each([
    ['the class of an Ingress', 'networking.k8s.io/v1, kind: Ingress', 'ingressClassName: outer', 'IngressClass/outer'],
    ['the class of a Gateway', 'gateway.networking.k8s.io/v1, kind: Gateway', 'gatewayClassName: outer', 'GatewayClass/outer'],
    ['the Gateway of a route', 'gateway.networking.k8s.io/v1, kind: HTTPRoute', 'parentRefs: [{ name: front }]', 'Gateway/shop/front'],
  ])('%s', (_, type, spec, object) => {
    const asking = `\n{ apiVersion: ${type}, metadata: { name: asking, namespace: shop }, spec: { ${spec} } }\n`;
    expect(needed(NAMESPACE + SELECTED + asking).join('\n')).toContain(`${object} for `);
  });

  it('and is listed once for all objects that need it', () => {
    const pod = 'imagePullSecrets: [{ name: login }]';
    expect(needed(NAMESPACE + SELECTED + workload(pod) + workload(pod, 'api'))).toEqual([
      'Secret/shop/login for Deployment/web and Deployment/api: it is not in these files',
    ]);
  });

  it('also if the hub does not have it, because members may create it', () => {
    expect(needed(NAMESPACE + SELECTED + workload('imagePullSecrets: [{ name: login }]'), '')).toEqual([
      'Secret/shop/login for Deployment/web: it is neither in these files nor on the hub',
    ]);
  });

  it('but not if the hub has it', () => {
    const login = '{ apiVersion: v1, kind: Secret, metadata: { name: login, namespace: shop } }';
    expect(needed(NAMESPACE + SELECTED + workload('imagePullSecrets: [{ name: login }]'), login)).toEqual([]);
  });

  it('if it is the namespace of a ResourcePlacement', () => {
    const text = `
apiVersion: placement.kubernetes-fleet.io/v1
kind: ResourcePlacement
metadata: { name: web, namespace: shop }
spec: { resourceSelectors: [{ group: apps, version: v1, kind: Deployment, name: web }] }
`;
    expect(needed(text)).toEqual([
      'Deployment/shop/web for ResourcePlacement/web: it is not in these files, and the placement selects it',
      'Namespace/shop for ResourcePlacement/web: the Namespace is not in these files, and none of their placements selects it',
    ]);
  });

  it('if it is the definition of a custom kind', () => {
    const custom = '\n{ apiVersion: databases.example.com/v1, kind: Database, metadata: { name: main, namespace: shop } }\n---';
    expect(needed(NAMESPACE + SELECTED + custom)).toEqual([
      'CustomResourceDefinition/databases.databases.example.com for Database/main: there is no definition of kind Database in these files',
    ]);
  });

  it.each<readonly [apiVersion: string, kind: string, name: string]>([
    ['constraints.gatekeeper.sh/v1beta1', 'K8sRequiredLabels', 'k8srequiredlabels.constraints.gatekeeper.sh'],
    ['constraints.gatekeeper.sh/v1beta1', 'K8sAllowedRepo', 'k8sallowedrepo.constraints.gatekeeper.sh'],
    ['mesh.example.com/v1', 'Gateway', 'gateways.mesh.example.com'],
    ['mesh.example.com/v1', 'PeerSettings', 'PeerSettings.mesh.example.com'],
  ])('of which the plural may not be known: %s %s', (apiVersion, kind, name) => {
    const custom = `\n{ apiVersion: ${apiVersion}, kind: ${kind}, metadata: { name: main, namespace: shop } }\n---`;
    expect(needed(NAMESPACE + SELECTED + custom)).toEqual([
      `CustomResourceDefinition/${name} for ${kind}/main: there is no definition of kind ${kind} in these files`,
    ]);
  });
});

describe('an object that a placement selects and that is not in the files is an assumption', () => {
  const selecting = (...selectors: readonly string[]): string => `
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata: { name: shop }
spec: { resourceSelectors: [${selectors.join(', ')}] }
---`;
  const shop = '{ group: "", version: v1, kind: Namespace, name: shop }';
  const role = '{ group: rbac.authorization.k8s.io, version: v1, kind: ClusterRole, name: reader }';
  const of = (what: string): string => `${what} for ClusterResourcePlacement/shop: it is not in these files, and the placement selects it`;

  it('if it is selected by its name', () => {
    expect(needed(selecting(shop, role))).toEqual([of('ClusterRole/reader'), of('Namespace/shop')]);
  });

  it('also if the files have content of the Namespace', () => {
    const content = '{ apiVersion: v1, kind: ConfigMap, metadata: { name: a, namespace: shop } }\n---';
    expect(needed(content + selecting(shop))).toEqual([of('Namespace/shop')]);
  });

  it('but not if it is among them, or on the hub', () => {
    expect(needed(NAMESPACE + selecting(shop))).toEqual([]);
    expect(needed(selecting(shop), NAMESPACE)).toEqual([]);
  });

  it.each<readonly [what: string, text: string]>([
    ['a similar name, which a rule reports', '{ apiVersion: v1, kind: Namespace, metadata: { name: shopp } }\n---'],
    ['a name that is not known', '{ apiVersion: v1, kind: Namespace, metadata: { name: "${NAME}" } }\n---'],
  ])('and not if the files have %s', (_, text) => {
    expect(needed(text + selecting(shop))).toEqual([]);
  });

  it('and not if the hub was read and does not have it, which a rule reports', () => {
    expect(needed(selecting(shop), '{ apiVersion: v1, kind: Namespace, metadata: { name: other } }')).toEqual([]);
  });

  const kindOf = (group: string, kind: string, more = ''): string => `{ group: ${group}, version: v1, kind: ${kind}${more} }`;
  const labelled = (kind: string, labels: string, group = '""'): string =>
    kindOf(
      group,
      kind,
      `, labelSelector: { matchLabels: { ${labels} }, matchExpressions: [{ key: env, operator: NotIn, values: [a, b] }] }`,
    );
  const roles = (labels: string): string => labelled('ClusterRole', labels, 'rbac.authorization.k8s.io');
  const team = (kind: string): string =>
    `${kind}[team=shop,env notin (a, b)] for ClusterResourcePlacement/shop: there is none in these files, and the placement selects by these labels`;

  it('also if it is selected by labels', () => {
    expect(needed(selecting(labelled('Namespace', 'team: shop'), roles('team: shop')))).toEqual([team('ClusterRole'), team('Namespace')]);
    expect(needed(selecting(kindOf('rbac.authorization.k8s.io', 'ClusterRole')))).toEqual([
      'ClusterRole[] for ClusterResourcePlacement/shop: there is none in these files, and the placement selects all of them',
    ]);
  });

  it('also if it is selected by labels in the namespace of a ResourcePlacement', () => {
    const placement = selecting(labelled('Deployment', 'team: shop', 'apps'))
      .replace('ClusterResourcePlacement', 'ResourcePlacement')
      .replace('name: shop', 'name: shop, namespace: shop');
    expect(needed(NAMESPACE + SELECTED.replace('name: shop }', 'name: all }') + placement)).toEqual([
      'Deployment/shop[team=shop,env notin (a, b)] for ResourcePlacement/shop: there is none in these files, and the placement selects by these labels',
    ]);
  });

  it.each<readonly [what: string, text: string, hub?: string]>([
    ['the files have one', '{ apiVersion: v1, kind: Namespace, metadata: { name: shop, labels: { team: shop } } }\n---'],
    ['the hub has one', '', '{ apiVersion: v1, kind: Namespace, metadata: { name: shop, labels: { team: shop } } }'],
    ['the labels of one are not known', '{ apiVersion: v1, kind: Namespace, metadata: { name: shop, labels: { team: "${TEAM}" } } }\n---'],
    ['the hub was read and has none, which a rule reports', '', '{ apiVersion: v1, kind: Namespace, metadata: { name: shop } }'],
  ])('but not by labels if %s', (_, text, hub) => {
    expect(needed(text + selecting(labelled('Namespace', 'team: shop')), hub)).toEqual([]);
  });

  it('and not if all namespaces are selected, or the labels cannot be parsed', () => {
    expect(needed(selecting(kindOf('""', 'Namespace')))).toEqual([]);
    expect(needed(selecting(labelled('Namespace', 'team: "-"')))).toEqual([]);
  });

  it('and an entry of the configuration may say that labelled objects come from elsewhere', () => {
    const text = selecting(labelled('Namespace', 'team: shop'));
    const lintWith = (provided: string): number | undefined =>
      lintTexts({ files: [{ path: 'a.yaml', text }], config: `provided: [${provided}]` }, []).assumptions?.length;
    expect([lintWith('{ kind: ConfigMap, reason: r }'), lintWith('{ kind: Namespace, reason: r }')]).toEqual([1, undefined]);
  });
});

it.each([
  ['the account that every namespace has', 'serviceAccountName: default'],
  ['the certificates that every namespace has', 'volumes: [{ name: v, configMap: { name: kube-root-ca.crt } }]'],
  ['a class of Kubernetes', 'priorityClassName: system-node-critical'],
  ['what the Pod can do without', 'volumes: [{ name: v, secret: { secretName: extra, optional: true } }]'],
])('%s is not an assumption', (_, pod) => {
  expect(needed(NAMESPACE + SELECTED + workload(pod))).toEqual([]);
});

it('a Secret that an object of an operator creates is not an assumption', () => {
  const made = '\n{ apiVersion: external-secrets.io/v1, kind: ExternalSecret, metadata: { name: login, namespace: shop }, spec: {} }\n---';
  const names = needed(NAMESPACE + SELECTED + workload('imagePullSecrets: [{ name: login }]') + made);
  expect(names.filter((each) => each.startsWith('Secret/'))).toEqual([]);
});

describe('an object that an override selects and that is not in the files is an assumption', () => {
  const overriding = (kind: string, namespace: string, selector: string): string => `
apiVersion: placement.kubernetes-fleet.io/v1
kind: ${kind}
metadata: { name: zones${namespace} }
spec:
  ${kind === 'ResourceOverride' ? 'resourceSelectors' : 'clusterResourceSelectors'}: [${selector}]
  policy: { overrideRules: [] }
---`;
  const web = '{ group: apps, version: v1, kind: Deployment, name: web }';
  const reader = '{ group: rbac.authorization.k8s.io, version: v1, kind: ClusterRole, name: reader }';
  const role = '{ apiVersion: rbac.authorization.k8s.io/v1, kind: ClusterRole, metadata: { name: reader } }\n---';

  it.each<readonly [what: string, text: string, expected: string]>([
    ['a ResourceOverride', overriding('ResourceOverride', ', namespace: orders', web), 'Deployment/orders/web for ResourceOverride/zones'],
    [
      'one of a namespace without content here',
      workload('serviceAccountName: default') + overriding('ResourceOverride', ', namespace: orders', web),
      'Deployment/orders/web for ResourceOverride/zones',
    ],
    [
      'a ClusterResourceOverride',
      overriding('ClusterResourceOverride', '', reader),
      'ClusterRole/reader for ClusterResourceOverride/zones',
    ],
  ])('of %s', (_, text, expected) => {
    expect(needed(text)).toEqual([`${expected}: it is not in these files, and the override selects it`]);
  });

  it.each<readonly [what: string, text: string, hub: string]>([
    ['among them', role + overriding('ClusterResourceOverride', '', reader), NAMESPACE],
    ['on the hub', overriding('ClusterResourceOverride', '', reader), role],
  ])('but not if it is %s', (_, text, hub) => {
    expect(needed(text, hub)).toEqual([]);
  });

  it.each<readonly [what: string, text: string]>([
    ['in a similar namespace', workload('serviceAccountName: default') + overriding('ResourceOverride', ', namespace: shopp', web)],
    ['of the other scope', overriding('ClusterResourceOverride', '', web)],
  ])('and not if it is %s, which a rule reports', (_, text) => {
    expect(needed(text)).toEqual([]);
  });
});
it('an object that no placement selects needs nothing', () => {
  expect(needed(NAMESPACE + workload('imagePullSecrets: [{ name: login }]'))).toEqual([]);
});

describe('a placement that is only named', () => {
  const of = (kind: string, name: string, spec: string): string => `
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ${kind}
metadata: { name: ${name} }
spec: ${spec}
---`;
  const eviction = of('ClusterResourcePlacementEviction', 'e', '{ placementName: shop, clusterName: east }');
  const budget = of('ClusterResourcePlacementDisruptionBudget', 'shop', '{ maxUnavailable: 1 }');
  const rules =
    '{ overrideRules: [{ clusterSelector: { clusterSelectorTerms: [] }, jsonPatchOverrides: [{ op: add, path: /metadata/labels/a, value: b }] }] }';
  const override = of(
    'ClusterResourceOverride',
    'o',
    `{ placement: { name: shop }, clusterResourceSelectors: [{ group: "", version: v1, kind: Namespace, name: shop }], policy: ${rules} }`,
  );
  const namespaced = override
    .replace('kind: ClusterResourceOverride', 'kind: ResourceOverride')
    .replace('name: o }', 'name: o, namespace: shop }')
    .replace('name: shop }, cluster', 'name: shop, scope: Namespaced }, cluster')
    .replace(
      'clusterResourceSelectors: [{ group: "", version: v1, kind: Namespace',
      'resourceSelectors: [{ group: apps, version: v1, kind: Deployment',
    );
  const names = (text: string, hub?: string): readonly string[] => needed(text, hub).filter((each) => /Placement\/.* for/.test(each));

  it.each([
    ['an eviction', eviction, 'ClusterResourcePlacement/shop for ClusterResourcePlacementEviction/e'],
    ['a disruption budget', budget, 'ClusterResourcePlacement/shop for ClusterResourcePlacementDisruptionBudget/shop'],
    ['a cluster override', override, 'ClusterResourcePlacement/shop for ClusterResourceOverride/o'],
    ['an override of its namespace', namespaced, 'ResourcePlacement/shop/shop for ResourceOverride/o'],
  ])('by %s is needed from elsewhere, unless the manifests have it or a rule reports it', (_by, text, says) => {
    expect(names(text)).toEqual([`${says}: it is not in these files, and the hub must have it`]);
    expect(names(text + SELECTED)).toEqual([]);
    const misspelt = SELECTED.replaceAll('name: shop }', 'name: shopp }');
    const alike =
      text === namespaced ? misspelt.replace('kind: Cluster', 'kind: ').replace('shopp }', 'shopp, namespace: shop }') : misspelt;
    expect(names(text + alike)).toEqual([]);
    expect(names(text.replaceAll('shop', '${SHOP}'))).toEqual([]);
  });

  it('by several of them is listed once', () => {
    expect(names(eviction + budget)).toEqual([
      'ClusterResourcePlacement/shop for ClusterResourcePlacementEviction/e and ClusterResourcePlacementDisruptionBudget/shop: it is not in these files, and the hub must have it',
    ]);
  });

  it('by an override whose object another placement sends is reported by a rule', () => {
    const other = SELECTED.replace('metadata: { name: shop }', 'metadata: { name: books }');
    expect(names(NAMESPACE + other + override)).toEqual([]);
    expect(
      lintTexts({ files: [{ path: 'a.yaml', text: NAMESPACE + other + override }] }, RULES).findings.map(({ rule }) => rule),
    ).toContain('override-placement-missing');
  });
});

describe('a custom kind that a placement selects needs its definition', () => {
  const selecting = (selector: string): string => SELECTED.replace('{ group: "", version: v1, kind: Namespace, name: shop }', selector);
  const widgets = '{ group: acme.io, version: v1, kind: Widget, labelSelector: { matchLabels: { a: b } } }';
  const definition = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: widgets.acme.io }
spec:
  group: acme.io
  names: { kind: Widget, plural: widgets }
  scope: Cluster
  versions: [{ name: v1, served: true, storage: true, schema: { openAPIV3Schema: { type: object } } }]
---`;
  const says =
    'CustomResourceDefinition/widgets.acme.io for ClusterResourcePlacement/shop: there is no definition of kind Widget in these files, and the placement selects it';
  const definitions = (text: string): readonly string[] => needed(text).filter((each) => each.startsWith('CustomResourceDefinition'));

  it('by labels, by name, and in a namespace', () => {
    expect(definitions(selecting(widgets))).toEqual([says]);
    expect(definitions(selecting(widgets.replace('labelSelector: { matchLabels: { a: b } }', 'name: w')))).toEqual([says]);
    const inHome = selecting(widgets)
      .replace('kind: ClusterResourcePlacement', 'kind: ResourcePlacement')
      .replace('name: shop }', 'name: shop, namespace: shop }');
    expect(definitions(NAMESPACE + inHome)).toEqual([says.replace('for ClusterResource', 'for Resource')]);
  });

  it('unless these files define it, or their objects of the kind need it anyway', () => {
    expect(definitions(selecting(widgets) + definition)).toEqual([]);
    const widget = '\n{ apiVersion: acme.io/v1, kind: Widget, metadata: { name: w, labels: { a: b } } }\n---';
    expect(definitions(selecting(widgets) + widget)).toEqual([
      says.replace('ClusterResourcePlacement/shop', 'Widget/w').replace(', and the placement selects it', ''),
    ]);
    expect(definitions(selecting(widgets) + widget + definition)).toEqual([]);
  });

  it.each([
    '{ group: apps, version: v1, kind: DaemonSet, name: a }',
    '{ group: placement.kubernetes-fleet.io, version: v1beta1, kind: ResourceEnvelope, name: a }',
    '{ group: rbac.authorization.k8s.io, version: v1, kind: ClusterRole, name: a }',
    '{ group: "${GROUP}.io", version: v1, kind: Widget, name: a }',
  ])('which kinds of every hub do not: %s', (selector) => {
    expect(definitions(selecting(selector))).toEqual([]);
  });
});
