/** What another tool deploys, and cannot be read here, does not pass if it brings or changes an object of KubeFleet. */
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { namespaceShop } from '../support/fleets/fleet.ts';
import { runCli } from '../support/process/run-cli.ts';
import { reliability } from '../support/reliability.ts';
import { temporaryFolder } from '../support/trees/temporary-folder.ts';
import { writeTree } from '../support/trees/write-files.ts';
import type { KubeObject } from '../../src/fleet/kubernetes/object.ts';
import { APPLIED_CODE, SOURCES, TEXTS } from '../support/unread/code.ts';
import {
  COMPOSED,
  FROM_OUTSIDE,
  CHANGING,
  HELD,
  INTO_NAMESPACE,
  INTO_NAMESPACE_OF_HUB,
  MUTATING,
  NO_DEPLOYERS,
  NOT_CHANGING,
  NOT_COMPOSED,
  NOT_HELD,
  NOT_MUTATING,
  OTHER_COMMANDS,
  OTHER_RELEASES,
  OTHERS_FROM_OUTSIDE,
  OUTSIDE_COMMANDS,
  OUTSIDE_RELEASES,
  REFERRED,
  UNREAD_RELEASES,
} from '../support/unread/outside.ts';
import type { Tree } from '../support/unread/places.ts';

const suite = reliability('other-tools', {
  title: 'What other tools deploy',
  proves:
    'Flux, Argo CD, charts that are not rendered and other tools bring an object of KubeFleet, or change one, and what they make cannot be read. The run does not pass. The controls are the same tools without an object of KubeFleet.',
});

const REST = stringify({
  metadata: { name: 'shop' },
  spec: { resourceSelectors: [{ group: '', version: 'v1', kind: 'Namespace', name: 'shop' }] },
});
const TEXT = `apiVersion: placement.kubernetes-fleet.io/v1\nkind: ClusterResourcePlacement\n${REST}`;
const OBJECT = JSON.stringify({
  apiVersion: 'placement.kubernetes-fleet.io/v1',
  kind: 'ClusterResourcePlacement',
  metadata: { name: 'other' },
  spec: { policy: { placementType: 'PickN', numberOfClusters: 1, clusterNames: ['east'] } },
});

test('what Flux, Argo CD and k3s deploy from elsewhere does not pass if it brings or changes an object of KubeFleet', async () => {
  for (const [what, deployer] of Object.entries(FROM_OUTSIDE)) {
    const { exitCode, named } = await lint({ 'a.yaml': stringify(deployer(OBJECT)) });
    expect([what, exitCode, named]).toEqual([what, 6, ['a.yaml']]);
  }
  for (const [what, deployer] of Object.entries(OTHERS_FROM_OUTSIDE)) {
    const { exitCode, named, notes } = await lint({ 'a.yaml': stringify(deployer) });
    expect([what, exitCode, named]).toEqual([what, 0, []]);
    expect(notes, what).toMatch(/^Not checked, because it is not among these files: what \w+\/\w+.*\/a in a\.yaml deploys\.$/m);
  }
  for (const [what, object] of Object.entries(NO_DEPLOYERS)) {
    const { exitCode, notes } = await lint({ 'a.yaml': stringify(object), 'p.yaml': TEXT });
    expect([what, exitCode, notes]).toEqual([what, 0, '']);
  }
  suite.tell({
    tried: 'objects of KubeFleet in values and patches for what Flux, Argo CD and k3s deploy from elsewhere',
    times: Object.keys(FROM_OUTSIDE).length,
    outcome: 'not evaluated with 6; deployers without one were named in a note',
  });
});

test('a text in a ConfigMap or a Secret does not pass if an object of another project refers to it', async () => {
  for (const [what, written] of Object.entries(REFERRED)) {
    const [holder, by] = written(OBJECT);
    const referred = await lint({ 'a.yaml': stringify(holder), 'b.yaml': stringify(by('a')) });
    expect([what, referred.exitCode, referred.named]).toEqual([what, 6, ['a.yaml']]);
    const other = await lint({ 'a.yaml': stringify(holder), 'b.yaml': stringify(by('b')) });
    expect([what, other.exitCode, other.named]).toEqual([what, 0, ['a.yaml']]);
  }
  suite.tell({
    tried: 'objects of KubeFleet in ConfigMaps and Secrets to which objects of other projects refer',
    times: Object.keys(REFERRED).length,
    outcome: 'not evaluated with 6; without the reference they were named, and passed',
  });
});

test('a policy by which the hub changes objects of KubeFleet does not pass', async () => {
  for (const [what, policy] of Object.entries(MUTATING)) {
    const { exitCode, named } = await lint({ 'a.yaml': stringify(policy) });
    expect([what, exitCode, named]).toEqual([what, 6, ['a.yaml']]);
  }
  for (const [what, policy] of Object.entries(NOT_MUTATING)) {
    const { exitCode, named } = await lint({ 'a.yaml': stringify(policy), 'p.yaml': TEXT });
    expect([what, exitCode, named]).toEqual([what, 0, []]);
  }
  suite.tell({
    tried: 'policies of Kyverno, Gatekeeper, Kubewarden and Kubernetes that change objects of KubeFleet',
    times: Object.keys(MUTATING).length,
    outcome: 'not evaluated with 6; policies that change other objects passed',
  });
});

test('an object by which a controller changes objects of KubeFleet does not pass', async () => {
  for (const [what, object] of Object.entries(CHANGING)) {
    const { exitCode, named } = await lint({ 'a.yaml': stringify(object) });
    expect([what, exitCode, named]).toEqual([what, 6, ['a.yaml']]);
  }
  for (const [what, object] of Object.entries(NOT_CHANGING)) {
    const { exitCode, named } = await lint({ 'a.yaml': stringify(object), 'p.yaml': TEXT });
    expect([what, exitCode, named]).toEqual([what, 0, []]);
  }
  suite.tell({
    tried: 'objects of other projects by which a controller changes objects of KubeFleet',
    times: Object.keys(CHANGING).length,
    outcome: 'not evaluated with 6; objects that only read them, or change other ones, passed',
  });
});

test('what a deployer brings into a namespace of a placement from elsewhere does not pass', async () => {
  for (const [what, deployer] of Object.entries({ ...INTO_NAMESPACE, ...INTO_NAMESPACE_OF_HUB })) {
    const placed = await lint({ 'a.yaml': stringify(deployer('shop')), 'p.yaml': TEXT });
    expect([what, placed.exitCode, placed.named]).toEqual([what, 6, ['a.yaml']]);
    const apart = await lint({ 'apps/a.yaml': stringify(deployer('shop')), 'fleet/p.yaml': TEXT });
    expect([what, apart.exitCode, apart.named]).toEqual([what, 6, ['apps/a.yaml']]);
    const other = await lint({ 'a.yaml': stringify(deployer('mail')), 'p.yaml': TEXT });
    expect([what, other.exitCode, other.named]).toEqual([what, 0, []]);
  }
  // Those on the members deploy it there.
  for (const [what, deployer] of Object.entries(INTO_NAMESPACE)) {
    const members = await lint({ 'a.yaml': stringify(deployer('shop')), 'p.yaml': TEXT_FOR_ALL, 'n.yaml': NAMESPACES_OF_DEPLOYERS });
    expect([what, members.exitCode, members.named]).toEqual([what, 0, []]);
  }
  suite.tell({
    tried: 'deployers that fill a namespace of a placement from elsewhere, beside the placement and in another folder',
    times: 2 * Object.keys({ ...INTO_NAMESPACE, ...INTO_NAMESPACE_OF_HUB }).length,
    outcome: 'not evaluated with 6; with another namespace, or if the deployer is sent to members, named in a note',
  });
});

test('content of a placement within an object of another project does not pass', async () => {
  for (const [what, object] of Object.entries(HELD)) {
    const placed = await lint({ 'a.yaml': stringify(object('shop')), 'p.yaml': TEXT });
    expect([what, placed.exitCode, placed.named]).toEqual([what, 6, ['a.yaml']]);
    const apart = await lint({ 'apps/a.yaml': stringify(object('shop')), 'fleet/p.yaml': TEXT });
    expect([what, apart.exitCode, apart.named]).toEqual([what, 6, ['apps/a.yaml']]);
    const other = await lint({ 'a.yaml': stringify(object('mail')), 'p.yaml': TEXT });
    expect([what, other.exitCode, other.named]).toEqual([what, 0, []]);
    const without = await lint({ 'a.yaml': stringify(object('shop')) });
    expect([what, without.exitCode, without.named]).toEqual([what, 0, []]);
  }
  for (const [what, object] of Object.entries(NOT_HELD)) {
    const { exitCode, named } = await lint({ 'a.yaml': stringify(object('shop')), 'p.yaml': TEXT });
    expect([what, exitCode, named]).toEqual([what, 0, []]);
  }
  suite.tell({
    tried: 'objects of other projects with an object of the namespace of a placement in them, beside the placement and in another folder',
    times: 2 * Object.keys(HELD).length,
    outcome: 'not evaluated with 6; with another namespace, without a placement, or for other clusters they passed',
  });
});

test('a command that brings something into a namespace of a placement from an address does not pass', async () => {
  const lintCommand = async (command: string): Promise<Linted> =>
    lint({ '.git/HEAD': 'ref: refs/heads/main\n', 'p.yaml': TEXT, 'deploy.sh': `set -e\n${command}\n` });
  for (const [what, release] of Object.entries(OUTSIDE_RELEASES)) {
    const lintRelease = async (namespace: string): Promise<Linted> =>
      lint({ '.git/HEAD': 'ref: refs/heads/main\n', 'p.yaml': TEXT, ...release(namespace) });
    const [file = ''] = Object.keys(release(''));
    const placed = await lintRelease('shop');
    expect([what, placed.exitCode, placed.named]).toEqual([what, 6, [file]]);
    const withoutGit = await lint({ 'p.yaml': TEXT, ...release('shop') });
    expect([what, withoutGit.exitCode, withoutGit.named]).toEqual([what, 6, [file]]);
    for (const namespace of ['mail', '${var.namespace}']) {
      const { exitCode, named, notes } = await lintRelease(namespace);
      expect([what, exitCode, named, notes]).toEqual([what, 0, [], expect.stringMatching(NOT_AMONG_FILES)]);
    }
  }
  for (const [what, files] of Object.entries(UNREAD_RELEASES)) {
    const { exitCode, named, notes } = await lint({ '.git/HEAD': 'ref: refs/heads/main\n', 'p.yaml': TEXT, ...files });
    expect([what, exitCode, named, notes]).toEqual([what, 0, [], expect.stringMatching(NOT_AMONG_FILES)]);
  }
  for (const [what, files] of Object.entries(OTHER_RELEASES)) {
    const { exitCode, named, notes } = await lint({ '.git/HEAD': 'ref: refs/heads/main\n', 'p.yaml': TEXT, ...files });
    expect([what, exitCode, named, notes]).toEqual([what, 0, [], '']);
  }
  for (const [what, command] of Object.entries(OUTSIDE_COMMANDS)) {
    const placed = await lintCommand(command('-n shop'));
    expect([what, placed.exitCode, placed.named]).toEqual([what, 6, ['deploy.sh']]);
    for (const flag of ['', '--namespace=mail', '-n "$NAMESPACE"']) {
      const { exitCode, named, notes } = await lintCommand(command(flag));
      expect([what, exitCode, named]).toEqual([what, 0, []]);
      expect(notes, what).toMatch(/^Not checked, because it is not among these files: what deploy\.sh:\d deploys\.$/m);
    }
  }
  for (const [what, command] of Object.entries(OTHER_COMMANDS)) {
    const { exitCode, named, notes } = await lintCommand(command);
    expect([what, exitCode, named, notes]).toEqual([what, 0, [], '']);
  }
  const without = await lint({ '.git/HEAD': 'ref: refs/heads/main\n', 'deploy.sh': 'kubectl apply -f https://example.com/a.yaml\n' });
  expect([without.exitCode, without.notes]).toEqual([0, '']);
  suite.tell({
    tried: 'commands of a script, releases of Helmfile and Terraform, and tasks of pipelines that deploy something from an address',
    times: Object.keys({ ...OUTSIDE_COMMANDS, ...OUTSIDE_RELEASES, ...UNREAD_RELEASES }).length,
    outcome: 'not evaluated with 6 in a namespace of a placement; otherwise named in a note',
  });
});

test('a chart that is not rendered does not pass if it has parts of an object of KubeFleet', async () => {
  for (const [what, files] of Object.entries(COMPOSED)) {
    const { exitCode, named } = await lint(chart(files({ rest: REST, text: TEXT })), '--render-with', 'off');
    expect([what, exitCode]).toEqual([what, 6]);
    expect(
      named.every((file) => file.startsWith('shop/')),
      what,
    ).toBe(true);
  }
  for (const [what, files] of Object.entries(NOT_COMPOSED)) {
    const { exitCode, named } = await lint(chart(files), '--render-with', 'off');
    expect([what, exitCode, named]).toEqual([what, 0, ['shop/Chart.yaml']]);
  }
  suite.tell({
    tried: 'charts that compose a placement of pieces, of base64, of values and of other files, not rendered',
    times: Object.keys(COMPOSED).length,
    outcome: 'not evaluated with 6; charts that have only labels, rights and texts about KubeFleet passed',
  });
});

test('a kustomization that is not rendered does not pass if it may make an object of KubeFleet', async () => {
  const object = stringify({ extra: [JSON.parse(OBJECT)] });
  const cases: readonly (readonly [string, Tree, exitCode: number])[] = [
    [
      'a generator beside a placement',
      { 'k/kustomization.yaml': 'resources: [p.yaml]\ngenerators: [g.yaml]\n', 'k/g.yaml': GENERATOR, 'k/p.yaml': TEXT },
      6,
    ],
    [
      'a generator beside other objects',
      { 'k/kustomization.yaml': 'resources: [../ns.yaml]\ngenerators: [g.yaml]\n', 'k/g.yaml': GENERATOR },
      0,
    ],
    ['a chart beside a placement', { 'k/kustomization.yaml': `resources: [p.yaml]\n${CHARTS}`, 'k/p.yaml': TEXT }, 6],
    [
      'a chart with a placement in its values',
      { 'k/kustomization.yaml': `${CHARTS}  valuesInline:\n    ${object.replaceAll('\n', '\n    ')}\n` },
      6,
    ],
    ['a chart with a placement in a file', { 'k/kustomization.yaml': `${CHARTS}  valuesFile: v.yaml\n`, 'k/v.yaml': object }, 6],
    [
      'a chart with a placement in a further file',
      { 'k/kustomization.yaml': `${CHARTS}  additionalValuesFiles: [v.yaml]\n`, 'k/v.yaml': object },
      6,
    ],
    ['a chart with other values', { 'k/kustomization.yaml': `${CHARTS}  valuesFile: v.yaml\n`, 'k/v.yaml': 'a: b\n' }, 0],
    [
      'a replacement of a kind',
      {
        'k/kustomization.yaml':
          'resources: [c.yaml]\nreplacements:\n- source: {kind: ConfigMap, name: c, fieldPath: data.k}\n  targets: [{select: {kind: Thing}, fieldPaths: [kind]}]\n',
        'k/c.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\ndata: {k: ClusterResourcePlacement}\n',
      },
      6,
    ],
  ];
  for (const [what, tree, wanted] of cases) {
    const { exitCode, named } = await lint(tree, '--render-with', 'off');
    expect([what, exitCode]).toEqual([what, wanted]);
    expect(named, what).toContain('k/kustomization.yaml');
  }
  suite.tell({
    tried: 'kustomizations with generators, charts, their values and replacements, not rendered',
    times: cases.length,
    outcome: 'not evaluated with 6 if an object of KubeFleet is in their files, else named and passed',
  });
});

const GENERATOR =
  'apiVersion: example.com/v1\nkind: G\nmetadata: {name: g, annotations: {config.kubernetes.io/function: "exec: {path: ./g}"}}\n';
const CHARTS = 'helmCharts:\n- name: raw\n  repo: https://charts.example.com\n';

test('code of another tool with an object of KubeFleet is named, and does not pass if the tool applies it', async () => {
  const object = JSON.parse(OBJECT) as KubeObject;
  for (const [kinds, wanted] of [
    [APPLIED_CODE, 6],
    [SOURCES, 0],
  ] as const)
    for (const [what, code] of Object.entries(kinds)) {
      const files = code(object);
      const { exitCode, named } = await lint(files);
      expect([what, exitCode, named]).toEqual([what, wanted, Object.keys(files).slice(0, 1)]);
    }
  for (const [what, texts] of Object.entries(TEXTS)) {
    const { exitCode, named } = await lint(texts(object));
    expect([what, exitCode, named]).toEqual([what, 0, []]);
  }
  suite.tell({
    tried: 'code of tools that apply it, sources of manifests, templates and scripts, with an object of KubeFleet',
    times: Object.keys({ ...APPLIED_CODE, ...SOURCES }).length,
    outcome: 'named, and not evaluated with 6 if the tool applies it; documentation and programs were not named',
  });
});

const NOT_AMONG_FILES = /^Not checked, because it is not among these files: what [\w./-]+:\d+ deploys\.$/;
const DEPLOYER_NAMESPACES = ['flux-system', 'argocd'];
/** It selects the namespaces of the deployers too. */
const TEXT_FOR_ALL = `${TEXT.replace(/resourceSelectors:[^]*/, 'resourceSelectors:')}${['shop', ...DEPLOYER_NAMESPACES]
  .map((name) => `\n  - {group: "", version: v1, kind: Namespace, name: ${name}}`)
  .join('')}\n`;
const NAMESPACES_OF_DEPLOYERS = DEPLOYER_NAMESPACES.map((name) =>
  stringify({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } }),
).join('---\n');

function chart(files: Tree): Tree {
  const all = { 'Chart.yaml': 'apiVersion: v2\nname: shop\nversion: 1.0.0\n', ...files };
  return Object.fromEntries(Object.entries(all).map(([name, text]) => [`shop/${name}`, text]));
}

interface Linted {
  readonly exitCode: number;
  /** The files of entries that were not checked. */
  readonly named: readonly string[];
  readonly notes: string;
}

async function lint(tree: Tree, ...argv: readonly string[]): Promise<Linted> {
  const cwd = temporaryFolder();
  writeTree(cwd, { 'ns.yaml': stringify(namespaceShop()), ...tree });
  const { exitCode, report } = await runCli(cwd, ['lint', ...argv]);
  const entries = report?.lint?.notEvaluated ?? [];
  const named = [...new Set(entries.filter(({ missing }) => missing === undefined).map(({ file }) => file))];
  return { exitCode, named, notes: (report?.notes ?? []).join('\n') };
}
