/** `plan --base` compares the objects as each cluster would receive them, and reports those that cannot be compared. */
import { describe, expect, it } from 'vitest';
import { run } from '../../../src/cli/commands/run.ts';
import { displayName } from '../../../src/fleet/kubernetes/object.ts';
import type { ChangedResource, PlannedPlacement, Report } from '../../../src/report.ts';
import { fakeIo } from '../../support/process/fake-io.ts';
import { gitRepository, type GitRepository } from '../../support/trees/git-repository.ts';

const SHOP = `apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata: { name: shop }
spec:
  resourceSelectors:
    - { group: "", version: v1, kind: Namespace, name: shop }
`;
const NAMESPACE = 'apiVersion: v1\nkind: Namespace\nmetadata: { name: shop }\n';
const site = (value: string): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: site, namespace: shop }\ndata: { site: ${value} }\n`;
const WIDGET = 'apiVersion: shop.example.com/v1\nkind: Widget\nmetadata: { name: w, namespace: shop }\nspec: { size: 1 }\n';
const override = (rule: string): string => `apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ResourceOverride
metadata: { name: site, namespace: shop }
spec:
  placement: { name: shop }
  resourceSelectors: [{ group: "", version: v1, kind: ConfigMap, name: site }]
  policy: { overrideRules: [${rule}] }
`;
const EAST = 'clusterSelector: { clusterSelectorTerms: [{ labelSelector: { matchLabels: { region: east } } }] }';
const set = (value: string): string => override(`{ ${EAST}, jsonPatchOverrides: [{ op: replace, path: /data/site, value: ${value} }] }`);
const DELETE = override(`{ ${EAST}, overrideType: Delete }`);
const ALL_SET = override(
  '{ clusterSelector: { clusterSelectorTerms: [] }, jsonPatchOverrides: [{ op: replace, path: /data/site, value: fixed }] }',
);

const cluster = (name: string, region: string): string => `apiVersion: cluster.kubernetes-fleet.io/v1
kind: MemberCluster
metadata: { name: ${name}, labels: { region: ${region} } }
spec: { identity: { kind: User, name: x } }
`;

function tree(files: Readonly<Record<string, string>>): GitRepository {
  return gitRepository({
    'shop.yaml': SHOP,
    'ns.yaml': NAMESPACE,
    'site.yaml': site('a'),
    'fleet.yaml': ['e1', 'e2'].map((name) => cluster(name, 'east')).join('---\n') + '---\n' + cluster('w1', 'west'),
    ...files,
  });
}

async function plan(
  dir: string,
  ...argv: string[]
): Promise<{ placement: PlannedPlacement | undefined; out: string; report: Report | undefined }> {
  const io = fakeIo({ cwd: dir, env: { PATH: process.env['PATH'] ?? '' } });
  const { report } = await run(['plan', ...argv], io);
  return { placement: report?.plan?.placements[0], out: io.out(), report };
}

function brief(entries: readonly ChangedResource[] | undefined): readonly string[] | undefined {
  return entries?.map(({ resource, clusters, reason }) => `${displayName(resource)} on ${clusters?.join(' ') ?? 'all'}: ${reason}`);
}

const OF = 'ResourceOverride/shop/site';

describe('an override', () => {
  it.each<[string, Readonly<Record<string, string>>, Readonly<Record<string, string>>, 'added' | 'changed' | 'removed', string]>([
    ['that is new', {}, { 'o.yaml': set('b') }, 'changed', `ConfigMap/shop/site on e1 e2: changed by ${OF}`],
    ['that is edited', { 'o.yaml': set('b') }, { 'o.yaml': set('c') }, 'changed', `ConfigMap/shop/site on e1 e2: changed by ${OF}`],
    ['that is gone', { 'o.yaml': set('b') }, { 'o.yaml': '' }, 'changed', `ConfigMap/shop/site on e1 e2: changed by ${OF}`],
    ['for every cluster', {}, { 'o.yaml': ALL_SET }, 'changed', `ConfigMap/shop/site on all: changed by ${OF}`],
    ['that leaves out', {}, { 'o.yaml': DELETE }, 'removed', `ConfigMap/shop/site on e1 e2: removed by ${OF}`],
    [
      'that no longer leaves out',
      { 'o.yaml': DELETE },
      { 'o.yaml': '' },
      'added',
      'ConfigMap/shop/site on e1 e2: no override removes it any longer',
    ],
    [
      'over an edit that only shows elsewhere',
      { 'o.yaml': set('b') },
      { 'site.yaml': site('c') },
      'changed',
      'ConfigMap/shop/site on w1: edited',
    ],
    [
      'over an edit that shows nowhere',
      { 'o.yaml': ALL_SET },
      { 'site.yaml': site('c') },
      'changed',
      'ConfigMap/shop/site on : edited, but overrides hide the edit on every cluster',
    ],
    [
      'whose clusters get new labels',
      { 'o.yaml': set('b') },
      { 'fleet.yaml': [cluster('e1', 'east'), cluster('e2', 'west'), cluster('w1', 'west')].join('---\n') },
      'changed',
      'ConfigMap/shop/site on e2: the labels of the clusters change',
    ],
  ])('changes what clusters receive: %s', async (_, before, after, what, said) => {
    const { dir, write } = tree(before);
    for (const [path, text] of Object.entries(after)) write(path, text);
    const { placement, out } = await plan(dir, '--base', 'HEAD');
    expect(brief(placement?.change?.resources?.[what])).toEqual([said]);
    expect(out).not.toContain('unchanged');
  });

  it.each<[string, Readonly<Record<string, string>>, Readonly<Record<string, string>>]>([
    ['that is as it was', { 'o.yaml': set('b') }, {}],
    ['that is written another way', { 'o.yaml': set('b') }, { 'o.yaml': `# why\n${set('"b"')}` }],
    ['for another placement', {}, { 'o.yaml': set('b').replace('name: shop }', 'name: other }') }],
    ['for clusters that are not there', {}, { 'o.yaml': set('b').replace('region: east', 'region: north') }],
    ['that sets what is there', {}, { 'o.yaml': set('a') }],
  ])('changes nothing: %s', async (_, before, after) => {
    const { dir, write } = tree(before);
    for (const [path, text] of Object.entries(after)) write(path, text);
    const { placement, out } = await plan(dir, '--base', 'HEAD');
    expect(placement?.change?.resources).toBeUndefined();
    expect(out).toContain('unchanged');
  });

  it('that leaves an object out removes it from its clusters', async () => {
    const { dir, write } = tree({});
    write('o.yaml', DELETE);
    const { report, out } = await plan(dir, '--base', 'HEAD');
    expect(report?.removals).toMatchObject([
      { kind: 'resources', clusters: ['e1', 'e2'], resources: [{ kind: 'ConfigMap', name: 'site' }] },
    ]);
    expect(out.split('\n')[0]).toMatch(
      /^PASSED with 1 removal: removes ConfigMap\/shop\/site of ClusterResourcePlacement\/shop from e1, e2; /,
    );
    expect(out).toContain(`removes ConfigMap/shop/site on e1, e2 (removed by ${OF})`);
  });
});

describe('custom resources whose kind is not known', () => {
  const OPEN = 'of a kind that is not known, so it may not be placed';
  const CRD = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: widgets.shop.example.com }
spec: { group: shop.example.com, scope: Namespaced, names: { kind: Widget, plural: widgets }, versions: [{ name: v1, served: true, storage: true }] }
`;

  it('are listed as open, in every format and in what a cluster gets', async () => {
    const { dir } = tree({ 'w.yaml': WIDGET });
    const { placement, out } = await plan(dir);
    expect(placement?.open).toMatchObject([{ resource: { kind: 'Widget', namespace: 'shop', name: 'w' } }]);
    expect(out).toContain('open Widget/shop/w (of a kind that is not known, so it may not be placed)');
    for (const format of ['json', 'markdown', 'junit'])
      expect((await plan(dir, '--format', format)).out).toContain('of a kind that is not known');
    expect((await plan(dir, '--render', 'e1')).out).toContain('# Widget/shop/w: of a kind that is not known');
  });

  it('are placed like others if a CustomResourceDefinition gives their scope', async () => {
    const { placement } = await plan(tree({ 'w.yaml': WIDGET, 'crd.yaml': CRD }).dir);
    expect([placement?.open, placement?.resources.map(({ kind }) => kind)]).toEqual([undefined, ['Namespace', 'ConfigMap', 'Widget']]);
  });

  it.each<[string, (repository: GitRepository) => void, 'added' | 'changed' | 'removed', string]>([
    ['edited', ({ write }) => write('w.yaml', WIDGET.replace('size: 1', 'size: 2')), 'changed', `Widget/shop/w on all: edited; ${OPEN}`],
    ['new', ({ write }) => write('v.yaml', WIDGET.replace('name: w,', 'name: v,')), 'added', `Widget/shop/v on all: new; ${OPEN}`],
    ['gone', ({ remove }) => remove('w.yaml'), 'removed', `Widget/shop/w on all: gone; ${OPEN.replace('be placed', 'have been placed')}`],
  ])('are compared as well: %s', async (_, change, what, said) => {
    const repository = tree({ 'w.yaml': WIDGET });
    change(repository);
    const { placement } = await plan(repository.dir, '--base', 'HEAD');
    expect(brief(placement?.change?.resources?.[what])).toEqual([said]);
  });

  it('are open for another reason if only their namespace is not known, and the change shows that reason', async () => {
    const { dir, write } = tree({});
    write('c.yaml', 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: c }\n');
    const { placement } = await plan(dir, '--base', 'HEAD');
    expect(brief(placement?.change?.resources?.added)).toEqual([
      'ConfigMap/c on all: new; in a namespace that is not fully known, so it may not be placed',
    ]);
  });

  it.each<[string, string, string]>([
    ['of an unknown kind', WIDGET, 'Widget/shop/w'],
    ['in an unknown namespace', 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: c }\n', 'ConfigMap/c'],
  ])('may be removed, because it is not known that they were placed: %s', async (_, text, name) => {
    const { dir, remove } = tree({ 'w.yaml': text });
    remove('w.yaml');
    const { out } = await plan(dir, '--base', 'HEAD');
    expect(out.split('\n')[0]).toContain(`may remove ${name} of ClusterResourcePlacement/shop from e1`);
    expect(out).toMatch(new RegExp(`no longer places ${name} \\(gone; .*, so it may not have been placed\\): it may be removed from e1`));
  });

  it('are not removed if the change adds their CustomResourceDefinition', async () => {
    const { dir, write } = tree({ 'w.yaml': WIDGET });
    write('crd.yaml', CRD);
    const { placement, report } = await plan(dir, '--base', 'HEAD');
    expect(report?.removals).toBeUndefined();
    const { added, removed } = placement?.change?.resources ?? {};
    expect([brief(added), brief(removed)]).toEqual([['Widget/shop/w on all: its kind is known now'], []]);
  });

  it('are not new if the change removes their CustomResourceDefinition', async () => {
    const { dir, remove } = tree({ 'w.yaml': WIDGET, 'crd.yaml': CRD });
    remove('crd.yaml');
    const { placement } = await plan(dir, '--base', 'HEAD');
    const { added, removed } = placement?.change?.resources ?? {};
    expect([brief(added), brief(removed)]).toEqual([[], ['Widget/shop/w on all: no longer selected']]);
  });
});
