/** Properties of findings about the content of clusters. docs/delivery.md explains the terms. */
import { describe, expect, it } from 'vitest';
import { RULES } from '../../../src/static/rules/index.gen.ts';
import { lintTexts, type Texts } from '../../support/trees/lint-texts.ts';

const NAMESPACE = '{ apiVersion: v1, kind: Namespace, metadata: { name: shop } }\n---\n';
const CONFIG = '{ apiVersion: v1, kind: ConfigMap, metadata: { name: conf, namespace: shop }, data: { a: b, c: d } }\n---\n';
const SELECT_WEB = '[{ group: apps, version: v1, kind: Deployment, name: web }]';
const SELECT_CONFIG = '[{ group: "", version: v1, kind: ConfigMap, name: conf }]';
const WEST = '[{ labelSelector: { matchLabels: { region: west } } }]';
const FROM_KEY = 'env: [{ name: A, valueFrom: { configMapKeyRef: { name: conf, key: a } } }]';
const FROM_ALL = 'envFrom: [{ configMapRef: { name: conf } }]';
const COMPARED = 'strategy: { type: RollingUpdate, applyStrategy: { type: ReportDiff } }';
const FLEET = [member('east-1', 'east'), member('west-1', 'west'), member('west-2', 'west')].join('---\n');

describe('the chosen clusters are an input', () => {
  it('and a fault that another choice of clusters would not have is a warning', () => {
    // The scheduler picks west-2 of the three.
    const text = NAMESPACE + web() + wide('', '{ placementType: PickN, numberOfClusters: 1 }');
    expect(found(text + patch(WEST, NEGATIVE), FLEET)).toEqual(['warning object-malformed on west-2']);
    expect(found(text + patch('[]', NEGATIVE), FLEET)).toEqual(['error object-malformed on west-2']);
  });

  it('and what fewer clusters get than need it is missing, whichever are picked', () => {
    const ofTwo = (names: string): string =>
      NAMESPACE + CONFIG + narrow('confs', SELECT_CONFIG, `{ placementType: PickFixed, clusterNames: [${names}] }`);
    const onOne = wide('', '{ placementType: PickN, numberOfClusters: 1 }', ONLY_NAMESPACE, 'ns');
    expect(found(ofTwo('east-1, west-1') + onOne, FLEET)).toEqual(['error rp-namespace-not-placed on east-1,west-1']);
    expect(found(ofTwo('east-1') + onOne, FLEET)).toEqual(['warning rp-namespace-not-placed on east-1']);
  });
});

describe('a patch fails for a placement and a cluster', () => {
  it('so a new placement brings nothing there', () => {
    const text = NAMESPACE + web(FROM_ALL) + CONFIG + namespaceOnly() + narrow('work', SELECT_WEB) + narrow('confs', SELECT_CONFIG);
    const failing = patch(WEST, '{ op: remove, path: /data/none }', { select: SELECT_CONFIG, of: '{ name: confs, scope: Namespaced }' });
    expect(found(text + failing, FLEET, { base: NAMESPACE })).toContain('error reference-not-placed on west-1,west-2');
  });

  it('and an applied placement keeps what the cluster had', () => {
    const text = NAMESPACE + web(FROM_ALL) + CONFIG + namespaceOnly() + narrow('work', SELECT_WEB) + narrow('confs', SELECT_CONFIG);
    const failing = patch(WEST, '{ op: remove, path: /data/none }', { select: SELECT_CONFIG, of: '{ name: confs, scope: Namespaced }' });
    expect(found(text + failing, FLEET, { base: text })).toEqual(['error override-patch-fails']);
    expect(lacking(text + failing, FLEET, { base: text })).toEqual([]);
  });

  it('and other faults of the same object are still found', () => {
    const text = NAMESPACE + web() + wide() + patch('[]', `{ op: remove, path: /spec/none }, ${NEGATIVE}`);
    expect(found(text)).toEqual(['error object-malformed', 'error override-patch-fails']);
  });

  it('also if only an earlier patch makes it fail', () => {
    const text = NAMESPACE + CONFIG + wide();
    const rules = `
      - { clusterSelector: { clusterSelectorTerms: [] }, jsonPatchOverrides: [{ op: remove, path: /data/a }] }
      - { clusterSelector: { clusterSelectorTerms: ${WEST} }, jsonPatchOverrides: [{ op: replace, path: /data/a, value: x }] }`;
    expect(found(text + override(rules, { select: SELECT_CONFIG }), FLEET)).toEqual(['error override-patch-fails']);
    expect(found(text + override(rules, { select: SELECT_CONFIG }))).toEqual(['error override-patch-fails']);
  });
});

describe('the results of patches are known', () => {
  const LABELLED = CONFIG.replace('name: conf,', 'name: conf, labels: { app: a },');
  const REMOVED = '{ op: remove, path: /metadata/labels/app }';
  it.each([
    ['a label that a patch removed', `${REMOVED}, { op: replace, path: /metadata/labels/app, value: b }`],
    ['a label that is removed twice', `${REMOVED}, ${REMOVED}`],
    ['the labels that a patch removed', '{ op: remove, path: /metadata/labels }, { op: add, path: /metadata/labels/site, value: b }'],
    [
      'a label in a map that a patch wrote',
      '{ op: replace, path: /metadata/labels, value: { a: b } }, { op: remove, path: /metadata/labels/app }',
    ],
  ])('and %s certainly does not exist', (_name, operations) => {
    const text = NAMESPACE + LABELLED + wide();
    expect(found(text + patch('[]', operations, { select: SELECT_CONFIG }))).toEqual(['error override-patch-fails']);
    expect(found(text + patch('[]', operations, { select: SELECT_CONFIG }), FLEET)).toEqual(['error override-patch-fails']);
  });

  it('also by another override, which is applied before', () => {
    const text = NAMESPACE + LABELLED + wide() + patch('[]', REMOVED, { select: SELECT_CONFIG });
    const again = patch('[]', REMOVED, { select: SELECT_CONFIG, name: 'p' });
    expect(found(text + again, FLEET)).toEqual(['error override-patch-fails', 'error override-selector-taken']);
  });

  it('and for a label that no patch removed it is not known whether another tool adds it', () => {
    const text = NAMESPACE + LABELLED + wide();
    expect(
      found(text + patch('[]', `${REMOVED}, { op: remove, path: /metadata/labels/example.com~1site }`, { select: SELECT_CONFIG })),
    ).toEqual([]);
  });

  it('and a map that patches emptied is there for the next patch', () => {
    const text = NAMESPACE + web(FROM_KEY) + CONFIG.replace('{ a: b, c: d }', '{ a: b }') + wide();
    const renamed = patch('[]', '{ op: remove, path: /data/a }, { op: add, path: /data/b, value: x }', { select: SELECT_CONFIG });
    expect(found(text + renamed)).toEqual(['error reference-key-missing']);
  });

  it('and a default that a patch removed is not filled in again', () => {
    const text = NAMESPACE + web() + wide();
    const twice = '{ op: remove, path: /spec/strategy }, { op: replace, path: /spec/strategy/type, value: Recreate }';
    expect(found(text + patch('[]', twice))).toEqual(['error override-patch-fails']);
  });
});

describe('ReportDiff and External keep what the cluster had', () => {
  it.each([
    ['ReportDiff', COMPARED],
    ['External without a run', 'strategy: { type: External }'],
  ])('and a new placement with %s brings nothing', (_name, strategy) => {
    const text = NAMESPACE + CONFIG + namespaceOnly(strategy) + narrow('confs', SELECT_CONFIG);
    expect(found(text, FLEET, { base: CONFIG })).toContain('error rp-namespace-not-placed on east-1,west-1,west-2');
  });

  it('and an object of a placement that was applied and is switched is not missing', () => {
    const text = (strategy = ''): string => NAMESPACE + CONFIG + namespaceOnly(strategy) + narrow('confs', SELECT_CONFIG);
    expect(found(text(COMPARED), FLEET, { base: text() })).toEqual([]);
    expect(lacking(text(COMPARED), FLEET, { base: text() })).toEqual([]);
  });

  it('and a run brings what External holds back', () => {
    const run =
      '{ apiVersion: placement.kubernetes-fleet.io/v1beta1, kind: ClusterStagedUpdateRun, metadata: { name: r }, spec: { placementName: ns, stagedRolloutStrategyName: s, state: Run } }\n---\n';
    const text = NAMESPACE + CONFIG + namespaceOnly('strategy: { type: External }') + narrow('confs', SELECT_CONFIG);
    expect(found(text + run, FLEET, { base: CONFIG })).not.toContain('error rp-namespace-not-placed on east-1,west-1,west-2');
  });

  it.each([
    ['a patch', NAMESPACE + web() + wide(COMPARED) + patch('[]', '{ op: add, path: /spec/replicas, value: -1 }'), 'object-malformed'],
    ['an image', NAMESPACE + web('', 'registry.example/Web') + wide(COMPARED), 'image-invalid'],
    ['a missing entry', NAMESPACE + CONFIG.replace('a: b, ', '') + web(FROM_KEY) + wide(COMPARED), 'reference-key-missing'],
  ])('and a fault of %s in an object that is only compared is a warning', (_name, text, rule) => {
    expect(found(text)).toEqual([`warning ${rule}`]);
  });
});

describe('clusters keep what they had, so what the change adds is missing there', () => {
  const text = (config: string, strategy: string, container = FROM_KEY): string =>
    NAMESPACE +
    web(container) +
    config +
    namespaceOnly() +
    narrow('work', SELECT_WEB) +
    narrow('confs', SELECT_CONFIG, undefined, strategy);
  const EXTERNAL = 'strategy: { type: External }';
  const before = CONFIG.replace('{ a: b, c: d }', '{ c: d }');

  it('an entry, if the placement of the object is switched to ReportDiff, or waits for a run', () => {
    const base = text(before, '', '');
    expect(found(text(CONFIG, ''), FLEET, { base })).toEqual([]);
    expect(found(text(CONFIG, COMPARED), FLEET, { base })).toEqual(['error reference-key-missing']);
    expect(found(text(CONFIG, EXTERNAL), FLEET, { base })).toEqual(['warning reference-key-missing']);
  });

  it('an object that is new, although its placement is not', () => {
    const base = text('', COMPARED, '');
    expect(found(text(CONFIG, COMPARED), FLEET, { base })).toEqual(['error reference-not-placed on east-1,west-1,west-2']);
  });

  it('but not if what needs it waits for a run as well', () => {
    const external = text(CONFIG, EXTERNAL).replace(narrow('work', SELECT_WEB), narrow('work', SELECT_WEB, undefined, EXTERNAL));
    expect(found(external, FLEET, { base: NAMESPACE })).toEqual([]);
  });
});

describe('a definition of a custom kind', () => {
  const CRANE = '{ apiVersion: example.com/v1, kind: Crane, metadata: { name: c, namespace: shop } }\n---\n';
  const VERSION = '{ name: v1, served: true, storage: true, schema: { openAPIV3Schema: { type: object } } }';
  const CRD = `{ apiVersion: apiextensions.k8s.io/v1, kind: CustomResourceDefinition, metadata: { name: cranes.example.com }, spec: { group: example.com, scope: Namespaced, names: { plural: cranes, kind: Crane }, versions: [${VERSION}] } }\n---\n`;
  const SELECT_CRD = '{ group: apiextensions.k8s.io, version: v1, kind: CustomResourceDefinition, name: cranes.example.com }';
  const definitions = (policy = '{ placementType: PickAll }'): string => wide('', policy, SELECT_CRD, 'crds');
  const NARROW = `{ placementType: PickAll, affinity: { clusterAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { clusterSelectorTerms: ${WEST} } } } }`;
  const apps = NAMESPACE + CRANE + wide();

  it('is an error if the change removes it from clusters that keep its objects, and a warning if they never had it', () => {
    const [base, narrowed] = [apps + CRD + definitions(), apps + CRD + definitions(NARROW)];
    expect(found(narrowed, FLEET, { base })).toEqual(['error crd-not-placed on east-1']);
    expect(found(narrowed, FLEET, { base: narrowed })).toEqual(['warning crd-not-placed on east-1']);
    expect(found(apps + CRD, FLEET, { base })).toEqual(['error crd-not-placed on east-1,west-1,west-2']);
    expect(found(apps, FLEET, { base })).toEqual(['error kind-not-served']);
  });

  it('is an error if a patch takes the version away, and a warning if the clusters are not known to be the same', () => {
    const patched = `
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourceOverride
metadata: { name: o }
spec:
  clusterResourceSelectors: [${SELECT_CRD}]
  policy:
    overrideRules:
      - { clusterSelector: { clusterSelectorTerms: [] }, jsonPatchOverrides: [{ op: replace, path: /spec/versions/0/served, value: false }] }
---
`;
    expect(found(apps + CRD + definitions() + patched)).toEqual(['error kind-not-served']);
    expect(found(apps + CRD + definitions(NARROW) + patched)).toContain('warning kind-not-served');
  });
});

describe('a ClusterResourceOverride for a Namespace', () => {
  it('also deletes every object in it, of every placement, if it names no placement', () => {
    const text = NAMESPACE + CONFIG + web(FROM_ALL) + namespaceOnly() + narrow('work', SELECT_WEB) + narrow('confs', SELECT_CONFIG);
    const ofNamespace = `
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourceOverride
metadata: { name: o }
spec:
  clusterResourceSelectors: [{ group: "", version: v1, kind: Namespace, name: shop }]
  policy: { overrideRules: [{ clusterSelector: { clusterSelectorTerms: ${WEST} }, overrideType: Delete }] }
---
`;
    const ofPlacement = ofNamespace.replace('spec:\n', 'spec:\n  placement: { name: ns }\n');
    expect(found(text + ofPlacement, FLEET)).toContain('error rp-namespace-not-placed on west-1,west-2');
    expect(found(text + ofNamespace, FLEET)).toEqual([]);
  });
});

describe('validity is checked twice', () => {
  it('as the object is written, and a patch that corrects it does not help', () => {
    const text =
      NAMESPACE + web().replace('replicas: 2', 'replicas: -1') + wide() + patch('[]', '{ op: replace, path: /spec/replicas, value: 1 }');
    expect(found(text)).toEqual(['error object-malformed']);
  });

  it('and as each cluster gets it, with the defaults of the hub', () => {
    const text = NAMESPACE + web() + wide() + patch(WEST, '{ op: add, path: /spec/strategy/type, value: Recreate }');
    expect(found(text, FLEET)).toEqual(['error object-malformed on west-1,west-2']);
  });

  it('and only as clusters get it for an object of an envelope', () => {
    const text = NAMESPACE + envelope('replicas: -1') + wide();
    const select = '[{ group: placement.kubernetes-fleet.io, version: v1beta1, kind: ResourceEnvelope, name: e }]';
    const repair = '{ op: replace, path: /data/web.yaml/spec/replicas, value: 1 }';
    expect(found(text)).toEqual(['error object-malformed']);
    expect(found(text + patch('[]', repair, { select }), FLEET)).toEqual([]);
    expect(found(text + patch(WEST, repair, { select }), FLEET)).toEqual(['error object-malformed on east-1']);
  });
});

describe('the finding is at the patch that causes the fault', () => {
  it('which is the last one before which the object does not have it', () => {
    const text =
      NAMESPACE +
      web() +
      wide() +
      patch('[]', '{ op: replace, path: /spec/replicas, value: 3 }, { op: replace, path: /spec/replicas, value: -1 }');
    expect(places(text)).toEqual(['/spec/policy/overrideRules/0/jsonPatchOverrides/1/value']);
  });
});

describe('a finding at a patch is suppressed', () => {
  const IGNORED = 'annotations: { fleet-gate.dev/ignore-object-malformed: known }';
  const COMMENT = '# fleet-gate-ignore object-malformed: known';
  const text = NAMESPACE + web() + wide() + patch('[]', NEGATIVE);
  it.each([
    ['by a comment on the object that it makes wrong', text.replace('apiVersion: apps/v1', `${COMMENT}\napiVersion: apps/v1`)],
    ['in the object that it makes wrong', text.replace('name: web, namespace', `name: web, ${IGNORED}, namespace`)],
    ['in the override', text.replace('name: o, namespace', `name: o, ${IGNORED}, namespace`)],
    ['by a comment in the override', text.replace('overrideRules:', `overrideRules:\n      ${COMMENT}`)],
  ])('%s', (_, suppressing) => {
    const suppressed = (of: string): readonly (string | undefined)[] =>
      lintTexts({ files: [{ path: 'a.yaml', text: of }] }, RULES)
        .findings.filter(({ rule }) => rule === 'object-malformed')
        .map(({ suppressed: by }) => by?.reason);
    expect(suppressed(text)).toEqual([undefined]);
    expect(suppressed(suppressing)).toEqual(['known']);
  });
});

describe('if the clusters are not known', () => {
  it('a fault is an error if it does not depend on the absence of other rules', () => {
    const breaking = `{ clusterSelector: { clusterSelectorTerms: ${WEST} }, jsonPatchOverrides: [{ op: replace, path: /spec/replicas, value: -1 }] }`;
    const mending = `{ clusterSelector: { clusterSelectorTerms: [{ labelSelector: { matchLabels: { env: prod } } }] }, jsonPatchOverrides: [{ op: replace, path: /spec/replicas, value: 1 }] }`;
    const text = NAMESPACE + web() + wide();
    expect(found(text + override(`\n      - ${breaking}`))).toEqual(['error object-malformed']);
    expect(found(text + override(`\n      - ${breaking}\n      - ${mending}`))).toEqual(['warning object-malformed']);
  });

  it('a variable always becomes a text', () => {
    const text =
      NAMESPACE + web() + wide() + patch('[]', '{ op: replace, path: /spec/replicas, value: "${MEMBER-CLUSTER-LABEL-KEY-count}" }');
    expect(found(text)).toEqual(['error object-malformed']);
  });
});

describe('at most 64 choices of rules are checked', () => {
  const rules = (count: number): string =>
    Array.from({ length: count }, (_, index) => {
      const value = index === 0 ? -1 : index;
      return `
      - { clusterSelector: { clusterSelectorTerms: [{ labelSelector: { matchLabels: { l${index}: "1" } } }] }, jsonPatchOverrides: [{ op: ${index === 0 ? 'replace' : 'add'}, path: ${index === 0 ? '/spec/replicas' : `/metadata/annotations`}, value: ${index === 0 ? value : `{ a: "${index}" }`} }] }`;
    }).join('');

  it('and a fault is certain if all choices are known', () => {
    expect(found(NAMESPACE + web() + wide() + override(rules(6)))).toEqual(['error object-malformed']);
  });

  it('and with more of them nothing about unknown clusters is certain', () => {
    expect(found(NAMESPACE + web() + wide() + override(rules(7)))).toEqual(['warning object-malformed']);
    const fleet = FLEET.replaceAll('region: west', 'l0: "1"');
    expect(found(NAMESPACE + web() + wide() + override(rules(7)), fleet)).toEqual(['error object-malformed on west-1,west-2']);
  });

  it('and those with the fewest rules are checked', () => {
    const overwriting = Array.from(
      { length: 12 },
      (_, index) => `
      - { clusterSelector: { clusterSelectorTerms: [{ labelSelector: { matchLabels: { l${index}: "1" } } }] }, jsonPatchOverrides: [{ op: replace, path: /spec/replicas, value: ${index === 0 ? -1 : index} }] }`,
    );
    expect(found(NAMESPACE + web() + wide() + override(overwriting.join('')))).toEqual(['warning object-malformed']);
  });
});

describe('an object that is declared twice is open', () => {
  it('so a patch that breaks one of the two is a warning', () => {
    const text = NAMESPACE + web() + wide() + patch('[]', NEGATIVE);
    expect(found(text)).toEqual(['error object-malformed']);
    expect(found(text + web('', 'registry.example/web:1.5'))).toEqual(['warning declared-twice', 'warning object-malformed']);
  });
});

describe('the clusters of a finding are a field', () => {
  it('so the message without them identifies it', () => {
    const text = NAMESPACE + web() + wide() + patch(WEST, '{ op: replace, path: /spec/replicas, value: -1 }');
    const { findings } = lintTexts({ files: [{ path: 'a.yaml', text }], clusters: FLEET }, RULES);
    expect(findings.map(({ clusters }) => clusters)).toEqual([['west-1', 'west-2']]);
    expect(findings.map((finding) => 'lastingMessage' in finding && finding.lastingMessage)).toEqual([
      expect.not.stringContaining('west-1'),
    ]);
  });
});

describe('what an object needs is checked on the clusters that get both', () => {
  it('a ConfigMap that an override deletes on some of them is reported, with the reason', () => {
    const text = NAMESPACE + CONFIG + web(FROM_ALL) + wide() + deleting(WEST, SELECT_CONFIG);
    const { findings } = lintTexts({ files: [{ path: 'a.yaml', text }], clusters: FLEET }, RULES);
    expect(findings.map(({ message }) => message)).toEqual([
      'ConfigMap/shop/conf does not reach west-1, west-2, where shop goes, and its containers do not start there: ResourceOverride/shop/o deletes it.',
    ]);
  });

  it('and its user may be deleted as well, on all of them or on some', () => {
    const both = '[{ group: "", version: v1, kind: ConfigMap, name: conf }, { group: apps, version: v1, kind: Deployment, name: web }]';
    expect(found(NAMESPACE + CONFIG + web(FROM_ALL) + wide() + deleting(WEST, both), FLEET)).toEqual([]);
    const some = deleting('[]', SELECT_CONFIG) + deleting(WEST, SELECT_WEB, 'p');
    expect(found(NAMESPACE + CONFIG + web(FROM_ALL) + wide() + some, FLEET)).toEqual(['error reference-not-placed on east-1']);
  });

  it.each([
    ['removes it', CONFIG, FROM_KEY, WEST, '{ op: remove, path: /data/a }', SELECT_CONFIG, 'west-1,west-2'],
    ['adds it elsewhere', CONFIG.replace('a: b, ', ''), FROM_KEY, WEST, '{ op: add, path: /data/a, value: x }', SELECT_CONFIG, 'east-1'],
    [
      'names another one',
      CONFIG,
      FROM_KEY,
      WEST,
      `{ op: replace, path: ${ENV}/0/valueFrom/configMapKeyRef/key, value: z }`,
      SELECT_WEB,
      'west-1,west-2',
    ],
  ])('an entry is missing if an override %s', (_name, config, container, where, operation, select, clusters) => {
    const text = NAMESPACE + config + web(container) + wide() + patch(where, operation, { select });
    expect(found(text, FLEET)).toEqual([`error reference-key-missing on ${clusters}`]);
  });

  it('and if a rule changes the need on unknown clusters, the others still have it', () => {
    const elsewhere = CONFIG.replaceAll('conf', 'other');
    const rename = patch(WEST, '{ op: replace, path: /spec/template/spec/containers/0/envFrom/0/configMapRef/name, value: other }');
    const selecting = narrow('work', SELECT_WEB) + narrow('confs', SELECT_CONFIG.replace('conf', 'other'));
    const text = NAMESPACE + CONFIG + elsewhere + web(FROM_ALL) + namespaceOnly() + selecting;
    const renaming = rename.replace('placement: { name: shop }', 'placement: { name: work, scope: Namespaced }');
    expect(found(text + renaming)).toEqual(['warning reference-not-placed']);
    expect(found(text + renaming, FLEET)).toEqual(['error reference-not-placed']);
    expect(found(text + renaming.replace(WEST, '[]'))).toEqual([]);
    const key = patch(WEST, `{ op: replace, path: ${ENV}/0/valueFrom/configMapKeyRef/key, value: c }`);
    const placed = NAMESPACE + CONFIG.replace('a: b, ', '') + web(FROM_KEY) + wide();
    expect(found(placed + key)).toEqual(['warning reference-key-missing']);
    expect(found(placed + key, FLEET)).toEqual(['error reference-key-missing']);
  });

  it('an object inside an envelope may get another name', () => {
    const enclosed = `
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ResourceEnvelope
metadata: { name: e, namespace: shop }
data:
  conf.yaml: { apiVersion: v1, kind: ConfigMap, metadata: { name: conf, namespace: shop }, data: { a: b } }
---
`;
    const select = '[{ group: placement.kubernetes-fleet.io, version: v1beta1, kind: ResourceEnvelope, name: e }]';
    const renaming = patch(WEST, '{ op: replace, path: /data/conf.yaml/metadata/name, value: other }', { select });
    expect(found(NAMESPACE + enclosed + web(FROM_ALL) + wide(), FLEET)).toEqual([]);
    expect(found(NAMESPACE + enclosed + web(FROM_ALL) + wide() + renaming, FLEET)).toEqual(['error reference-not-placed on west-1,west-2']);
  });
});

describe('unknown facts stay open', () => {
  it('and one variable in one placement does not silence the others', () => {
    const open = wide('', '{ placementType: PickAll }', '{ group: "", version: v1, kind: Namespace, name: "${OTHER}" }', 'other');
    const text = NAMESPACE + web() + wide() + open + patch('[]', '{ op: replace, path: /spec/replicas, value: -1 }');
    expect(found(text)).toEqual(['error object-malformed']);
  });
});

const ONLY_NAMESPACE = '{ group: "", version: v1, kind: Namespace, name: shop, selectionScope: NamespaceOnly }';
const ENV = '/spec/template/spec/containers/0/env';
const NEGATIVE = '{ op: add, path: /spec/replicas, value: -1 }';

/** Errors and warnings, with their clusters. */
function found(text: string, clusters?: string, others: Pick<Texts, 'base'> = {}): readonly string[] {
  const { findings } = lintTexts({ files: [{ path: 'a.yaml', text }], clusters, ...others }, RULES);
  return findings
    .filter(({ severity }) => severity !== 'notice')
    .map(({ severity, rule, clusters: on }) => `${severity} ${rule}${on === undefined ? '' : ` on ${on.join()}`}`)
    .toSorted();
}

/** The findings about missing objects, also those that are only advice. */
function lacking(text: string, clusters: string, others: Pick<Texts, 'base'>): readonly string[] {
  const { findings } = lintTexts({ files: [{ path: 'a.yaml', text }], clusters, ...others }, RULES);
  return findings.map(({ rule }) => rule).filter((rule) => rule.endsWith('-not-placed'));
}

function places(text: string): readonly string[] {
  return lintTexts({ files: [{ path: 'a.yaml', text }] }, RULES).findings.map(({ pointer }) => pointer);
}

function web(container = '', image = 'registry.example/web:1.4'): string {
  return `
apiVersion: apps/v1
kind: Deployment
metadata: { name: web, namespace: shop }
spec:
  replicas: 2
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: web, image: "${image}"${container === '' ? '' : `, ${container}`} }] }
---
`;
}

function envelope(spec: string): string {
  return `
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ResourceEnvelope
metadata: { name: e, namespace: shop }
data:
  web.yaml:
    apiVersion: apps/v1
    kind: Deployment
    metadata: { name: web, namespace: shop }
    spec:
      ${spec}
      selector: { matchLabels: { app: web } }
      template:
        metadata: { labels: { app: web } }
        spec: { containers: [{ name: web, image: "registry.example/web:1.4" }] }
---
`;
}

function wide(
  more = '',
  policy = '{ placementType: PickAll }',
  selector = '{ group: "", version: v1, kind: Namespace, name: shop }',
  name = 'shop',
): string {
  return `
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata: { name: ${name} }
spec:
  resourceSelectors: [${selector}]
  policy: ${policy}
  ${more}
---
`;
}

function namespaceOnly(more = ''): string {
  return wide(more, undefined, ONLY_NAMESPACE, 'ns');
}

function narrow(name: string, select: string, policy = '{ placementType: PickAll }', more = ''): string {
  return `
apiVersion: placement.kubernetes-fleet.io/v1
kind: ResourcePlacement
metadata: { name: ${name}, namespace: shop }
spec:
  resourceSelectors: ${select}
  policy: ${policy}
  ${more}
---
`;
}

interface Overriding {
  readonly select?: string;
  readonly of?: string;
  readonly name?: string;
}

function patch(terms: string, operations: string, overriding: Overriding = {}): string {
  return override(`\n      - { clusterSelector: { clusterSelectorTerms: ${terms} }, jsonPatchOverrides: [${operations}] }`, overriding);
}

function deleting(terms: string, select: string, name = 'o'): string {
  return override(`\n      - { clusterSelector: { clusterSelectorTerms: ${terms} }, overrideType: Delete }`, { select, name });
}

function override(rules: string, { select = SELECT_WEB, of = '{ name: shop }', name = 'o' }: Overriding = {}): string {
  return `
apiVersion: placement.kubernetes-fleet.io/v1
kind: ResourceOverride
metadata: { name: ${name}, namespace: shop }
spec:
  placement: ${of}
  resourceSelectors: ${select}
  policy:
    overrideRules:${rules}
---
`;
}

function member(name: string, region: string): string {
  const at = '2026-06-01T11:59:00Z';
  const joined = `{ type: Joined, status: "True", reason: Joined, lastTransitionTime: "${at}" }`;
  return `
apiVersion: cluster.kubernetes-fleet.io/v1
kind: MemberCluster
metadata: { name: ${name}, labels: { region: ${region}, name: ${name} } }
status:
  conditions: [${joined}]
  agentStatus: [{ type: MemberAgent, lastReceivedHeartbeat: "${at}", conditions: [${joined}, { type: Healthy, status: "True", reason: Healthy, lastTransitionTime: "${at}" }] }]
`;
}
