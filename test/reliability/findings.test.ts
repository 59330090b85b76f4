/** What a person reads of a lint: each fault once, at its place, the errors first, and in whole sentences. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { RULES } from '../../src/static/rules/index.gen.ts';
import { REPORT_FORMATS } from '../../src/report/render.ts';
import { memberYaml, namespaceYaml, placementYaml } from '../support/fleets/fleet-yaml.ts';
import { namespaceShop, orders } from '../support/fleets/fleet.ts';
import { Random } from '../support/fuzz/random.ts';
import { type CliRun, runCli } from '../support/process/run-cli.ts';
import { writeProgram } from '../support/process/write-program.ts';
import { reliability } from '../support/reliability.ts';
import { lintTexts } from '../support/trees/lint-texts.ts';
import { casesOf } from '../support/trees/rule-cases.ts';
import { temporaryFolder } from '../support/trees/temporary-folder.ts';
import { writeTree } from '../support/trees/write-files.ts';

const suite = reliability('findings', {
  title: 'Findings that are read',
  proves:
    'Trees have one fault many times, faults behind notices, values that are empty, or nothing of KubeFleet. The texts of the run are counted and searched: an error is first, equal findings and equal entries are folded without losing a place, and no sentence has a gap.',
});

async function lintOf(tree: Readonly<Record<string, string>>, ...args: readonly string[]): Promise<CliRun> {
  const cwd = temporaryFolder();
  writeTree(cwd, tree);
  return runCli(cwd, ['lint', ...args]);
}

const REFUSED = placementYaml('shop', { policy: 'placementType: PickN' });
const NOTICED = stringify(orders('registry.example/orders:latest'));

test('an error is the first finding, in whatever file it is', async () => {
  let times = 0;
  for (let n = 0; n < suite.size(40, 4); n += 1) {
    const random = Random.of(suite.seed, 'first', n);
    const names = random.some(2, 12, () => `${random.pick(['a', 'b', 'c', 'd'])}/${random.int(1000)}.yaml`);
    const noticed = [...new Set(names)].map((name, index) => [name, NOTICED.replace('name: orders', `name: orders-${index}`)] as const);
    const tree = { ...Object.fromEntries(noticed), 'a/namespace.yaml': namespaceYaml('shop'), 'z/placement.yaml': REFUSED };
    const { exitCode, out } = await lintOf(tree, ...random.pick([[], ['--format', 'github'], ['--format', 'markdown']]));
    const [error, notice] = [out.indexOf('numberOfClusters'), out.indexOf('of the day')];
    expect([exitCode, error >= 0, notice > error], `SEED=${suite.seed}, ${n}: ${out}`).toEqual([1, true, true]);
    times += 1;
  }
  suite.tell({ tried: 'a refused placement in the last file, behind notices', times, outcome: 'the error was first' });
});

test('a lint without an object of KubeFleet says so', async () => {
  const values = 'replicas: 2\nimage: registry.example/cart:1\n';
  const trees = [
    { 'a.yaml': namespaceYaml('shop') },
    { 'a.yaml': namespaceYaml('shop'), 'b/c.yaml': NOTICED },
    { 'a.json': JSON.stringify(namespaceShop()) },
    { 'chart/Chart.yaml': 'apiVersion: v2\nname: a\nversion: 1.0.0\n', 'chart/values.yaml': values, 'a.yaml': namespaceYaml('shop') },
    { 'kustomization.yaml': 'resources: [a.yaml]\n', 'a.yaml': namespaceYaml('shop') },
  ];
  let times = 0;
  for (const tree of trees)
    for (const format of REPORT_FORMATS) {
      const { exitCode, out, err } = await lintOf(tree, '--format', format);
      // The formats of logs have annotations only, beside the verdict on stderr.
      const said = ['github', 'azure'].includes(format) ? err : out;
      expect([exitCode, /no KubeFleet objects|"fleetObjects": 0,/.test(said)], `${format}: ${said}`).toEqual([0, true]);
      times += 1;
    }
  suite.tell({ tried: 'trees without an object of KubeFleet, in every format', times, outcome: 'the report says so' });
});

test('markup in content is content', async () => {
  const texts = [
    '<!doctype html>\n<html><head><title>${TITLE}</title></head></html>\n',
    '<p class="a">{{ user }}</p>\n',
    '<?xml version="1.0"?>\n<a b="%C%">@D@</a>\n',
    'location / { return 200 "<b>$host</b>"; }\n',
    '<<EOF\n<name>\nEOF\n',
    '<script>if (a < b && c > d) { e(`${f}`) }</script>\n',
  ];
  const api = 'placement.kubernetes-fleet.io/v1beta1';
  const placed = (object: object): Readonly<Record<string, string>> => ({
    'a.yaml': `${namespaceYaml('shop')}---\n${placementYaml('shop')}---\n${stringify(object)}`,
  });
  const metadata = { name: 'page', namespace: 'shop' };
  let times = 0;
  for (const text of texts) {
    const map = { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { 'index.html': text } };
    const override = {
      apiVersion: api,
      kind: 'ResourceOverride',
      metadata,
      spec: {
        placement: { name: 'shop' },
        resourceSelectors: [{ group: '', version: 'v1', kind: 'ConfigMap', name: 'page' }],
        policy: {
          overrideRules: [
            {
              clusterSelector: { clusterSelectorTerms: [] },
              jsonPatchOverrides: [{ op: 'replace', path: '/data/index.html', value: text }],
            },
          ],
        },
      },
    };
    const ways = [
      placed(map),
      placed({ apiVersion: 'v1', kind: 'Secret', metadata, stringData: { 'index.html': text } }),
      placed({ ...map, metadata: { ...metadata, annotations: { page: text } } }),
      placed({ apiVersion: api, kind: 'ResourceEnvelope', metadata: { ...metadata, name: 'envelope' }, data: { 'a.yaml': map } }),
      { ...placed(map), 'o.yaml': stringify(override) },
    ];
    for (const tree of ways) {
      const { exitCode, report } = await lintOf(tree);
      expect([exitCode, report?.lint?.notEvaluated.filter(({ missing }) => missing === undefined)], JSON.stringify(tree)).toEqual([0, []]);
      times += 1;
    }
  }
  suite.tell({
    tried: 'HTML, XML and code in ConfigMaps, Secrets, annotations, envelopes and overrides',
    times,
    outcome: 'content: no finding, and evaluated',
  });
});

test('equal findings are one, and no place is lost', async () => {
  let times = 0;
  for (const count of suite.whole ? [4, 12, 30, 200] : [30])
    for (const inOneFile of [true, false]) {
      const objects = Array.from({ length: count }, (_, index) => NOTICED.replace('name: orders', `name: orders-${index}`));
      const files: Readonly<Record<string, string>> = inOneFile
        ? { 'a.yaml': objects.join('---\n') }
        : Object.fromEntries(objects.map((text, n) => [`a${n}.yaml`, text]));
      const { out, report } = await lintOf({ ...files, 'shop.yaml': `${namespaceYaml('shop')}---\n${placementYaml('shop')}` });
      expect(report?.lint?.findings, out).toHaveLength(count);
      expect(out.match(/^ {2}\d+:\d+ +notice/gm), out).toHaveLength(1);
      times += 1;
    }
  suite.tell({
    tried: 'four to 200 equal findings in one file or in many',
    times,
    outcome: 'one finding with its places; the JSON has all',
  });
});

test('placements that overlap are one finding, with all names', async () => {
  let times = 0;
  for (const count of suite.whole ? [2, 3, 4, 12, 20] : [3, 12])
    for (const inOneFile of [true, false]) {
      const names = Array.from({ length: count }, (_, index) => `p${index}`);
      const placements = names.map((name) => placementYaml(name, { namespace: 'shop' }));
      const files: Readonly<Record<string, string>> = inOneFile
        ? { 'a.yaml': placements.join('---\n') }
        : Object.fromEntries(placements.map((text, n) => [`a${n}.yaml`, text]));
      const { out, report } = await lintOf({ ...files, 'shop.yaml': namespaceYaml('shop') });
      expect(report?.lint?.findings, out).toHaveLength(count - 1);
      expect(out.match(/^ {2}\d+:\d+ +error/gm), out).toHaveLength(1);
      expect(
        names.filter((name) => !out.includes(`ClusterResourcePlacement/${name}`)),
        out,
      ).toEqual([]);
      times += 1;
    }
  suite.tell({
    tried: '2 to 20 placements of one namespace, in one file or in many',
    times,
    outcome: 'one finding with the names of all; the JSON has one for each placement except the first',
  });
});

test('findings about entries of one list are one, with all names', async () => {
  let times = 0;
  for (const count of suite.whole ? [4, 12, 20] : [12])
    for (let n = 0; n < suite.size(6, 1); n += 1) {
      const random = Random.of(suite.seed, `list ${count}`, n);
      const names = Array.from({ length: count }, (_, index) => `${random.pick(['east', 'eest', 'wesst', 'north', 'x'])}-${index}`);
      const shop = `${namespaceYaml('shop')}---\n`;
      const text = `${shop}${placementYaml('shop', { policy: `placementType: PickFixed\n    clusterNames: [${names.join(', ')}]` })}`;
      const { out, report } = await lintOf({ 'a.yaml': text, 'members.yaml': `${memberYaml('east')}---\n${memberYaml('west')}` });
      const found = report?.lint?.findings.filter(({ file }) => file === 'a.yaml') ?? [];
      const told = `SEED=${suite.seed}, ${n}: ${out}`;
      expect(found, told).toHaveLength(count);
      expect(out.match(/^ {2}\d+:\d+ +(?:error|warning|notice)/gm), told).toHaveLength(1);
      expect(
        names.filter((name) => !out.includes(name)),
        told,
      ).toEqual([]);
      times += 1;
    }
  suite.tell({
    tried: 'four to 20 wrong names in one list of a placement, each with a remedy of its own or with the same one',
    times,
    outcome: 'one finding with all names and remedies; the JSON has each as a finding',
  });
});

test('entries for input that was not evaluated are folded after five', async () => {
  let times = 0;
  for (const count of suite.whole ? [6, 12, 30, 200] : [30])
    for (const text of [placementYaml('{{ x }}'), NOTICED.replace('registry.example/orders:latest', '"{{ x }}"')]) {
      const { out, report } = await lintOf({
        'a.yaml': Array.from({ length: count }, (_, n) => text.replace('name: ', `name: a${n}-`)).join('---\n'),
      });
      const entries = report?.lint?.notEvaluated.filter(({ missing }) => missing === undefined) ?? [];
      expect(entries.length, out).toBe(count);
      expect(
        out.split('\n').filter((line) => /^ {2}a\.yaml:\d+ /.test(line)),
        out,
      ).toHaveLength(5);
      expect(out).toContain(`and ${count - 5} more`);
      times += 1;
    }
  suite.tell({ tried: '6 to 200 equal entries for input that was not evaluated', times, outcome: 'five and a count; the JSON has all' });
});

const hasKubectl = spawnSync('kubectl', ['version', '--client'], { stdio: 'ignore' }).status === 0;

/** Ways to write a patch as a text of a kustomization. */
const SCALARS: Readonly<Record<string, (text: string) => string>> = {
  block: (text) => `|\n${indented(text)}`,
  'block without its end': (text) => `|-\n${indented(text)}`,
  'block with an indentation and a comment': (text) => `|2 # why\n${indented(text)}`,
  'double quotes': (text) => JSON.stringify(text),
  'single quotes': (text) => `'${asJson(text).replaceAll("'", "''")}'`,
  folded: (text) => `>-\n    ${asJson(text)}`,
};
const indented = (text: string): string => text.trimEnd().replaceAll(/^/gm, '    ');
const asJson = (text: string): string => JSON.stringify(parse(text));

const PATCHES: Readonly<Record<string, (value: string) => string>> = {
  merge: (value) =>
    `apiVersion: placement.kubernetes-fleet.io/v1\nkind: ClusterResourcePlacement\nmetadata: { name: shop }\nspec:\n  policy:\n    placementType: PickN\n    numberOfClusters: ${value}\n`,
  operations: (value) =>
    `- op: add\n  path: /spec/policy\n  value: { placementType: PickN }\n- op: add\n  path: /spec/policy/numberOfClusters\n  value: ${value}\n`,
};

test.skipIf(!hasKubectl)('a fault of an inline patch is at its line', async () => {
  let times = 0;
  for (const [scalar, write] of Object.entries(SCALARS))
    for (const [way, patchOf] of Object.entries(PATCHES))
      for (const above of suite.whole ? [0, 1, 7] : [1]) {
        const value = '-31';
        const target = 'target: { kind: ClusterResourcePlacement, name: shop }';
        const comments = '# Why.\n'.repeat(above);
        const kustomization = `resources: [placement.yaml]\n${comments}patches:\n- ${target}\n  patch: ${write(patchOf(value))}\n`;
        const { report } = await lintOf({ 'kustomization.yaml': kustomization, 'placement.yaml': placementYaml('shop') });
        const told = `${scalar}, ${way}: ${kustomization}`;
        const [finding] = report?.lint?.findings.filter(({ severity }) => severity === 'error') ?? [];
        expect(finding?.file, told).toBe('kustomization.yaml');
        expect(kustomization.split('\n')[(finding?.line ?? 0) - 1], told).toContain(value);
        times += 1;
      }
  suite.tell({ tried: 'a refused value in an inline patch, in each way to write one', times, outcome: 'the finding is at its line' });
});

test('a large tree without a placement starts no tool', async () => {
  const parts = {
    nothing: {},
    'a member cluster': { 'member.yaml': memberYaml('east') },
    'rights on placements': {
      'role.yaml':
        'apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata: { name: a }\nrules: [{ apiGroups: [placement.kubernetes-fleet.io], resources: [clusterresourceplacements], verbs: [get] }]\n',
    },
    'a label of KubeFleet': {
      'namespace.yaml': 'apiVersion: v1\nkind: Namespace\nmetadata: { name: a, labels: { kubernetes-fleet.io/team: a } }\n',
    },
    'a text about placements': {
      'text.yaml':
        'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a, namespace: a }\ndata: { text: "Write a ClusterResourcePlacement." }\n',
    },
  };
  const folders = suite.whole ? 400 : 40;
  const large = Object.fromEntries(
    Array.from({ length: folders }, (_, n) => [
      [`apps/${n}/base/kustomization.yaml`, 'resources: [a.yaml]\n'],
      ...Array.from({ length: 8 }, (_each, part) => [`apps/${n}/base/${part}.yaml`, namespaceYaml(`n${n}-${part}`)] as const),
      [`apps/${n}/base/a.yaml`, namespaceYaml(`n${n}`)],
      [`apps/${n}/prod/kustomization.yaml`, 'resources: [../base]\ncommonLabels: { team: a }\n'],
    ]).flat(),
  );
  let times = 0;
  for (const [what, files] of Object.entries(parts)) {
    const cwd = temporaryFolder();
    const tools = temporaryFolder();
    writeTree(cwd, { ...large, ...files });
    writeProgram(path.join(tools, 'kustomize'), `echo yes > ${tools}/started; exit 1`);
    const { exitCode } = await runCli(cwd, ['lint'], { env: { PATH: tools } });
    expect([exitCode, existsSync(path.join(tools, 'started'))], what).toEqual([0, false]);
    times += 1;
  }
  suite.tell({
    tried: 'trees of 400 folders with two kustomizations each, with nothing of KubeFleet and with parts of it that place nothing',
    times,
    outcome: 'no tool was started',
  });
});

/** A gap in a sentence: a space before a mark or at an edge, two spaces, two marks, empty brackets or code, and a wrong article. */
const GAP = /^ | $|  | [.,;:)\]](?:\s|$)|\( |\(\)|,,|;\.|: ?[,;:.](?:\s|$)|`` |\w\/ |\b[Aa] [AEIO][a-z]|\bundefined\b|\bNaN\b|\[object /;
/** Messages that a hub gives in these words, or that a patch of an override fails with there. */
const OF_THE_HUB = /property name {2}is not valid|doc is missing path: : missing value/;
const EMPTY = ['""', 'null', '{}', '[]', '0'];

test('no sentence has a gap if a value is empty', () => {
  let times = 0;
  const faults: string[] = [];
  for (const { id } of RULES)
    for (const example of casesOf(id))
      for (let n = 0; n < suite.size(12, 1); n += 1) {
        const random = Random.of(suite.seed, `${id} ${example.name}`, n);
        const files = example.files.map((file) => ({ ...file, text: withEmptyValue(file.text, random) }));
        const { findings, notEvaluated } = lintTexts({ ...example, files }, RULES);
        const texts = [...findings.flatMap(({ message, remedy }) => [message, remedy]), ...notEvaluated.map(({ reason }) => reason)];
        for (const text of texts) {
          const bare = text.replaceAll(/`[^`]+`/g, '`x`').replaceAll(/"[^"]*"/g, '"x"');
          if (GAP.test(bare) && !OF_THE_HUB.test(bare)) faults.push(`${id} ${example.name} SEED=${suite.seed}, ${n}: ${text}`);
        }
        times += 1;
      }
  expect([...new Set(faults)]).toEqual([]);
  suite.tell({ tried: 'the examples of all rules with one to three empty values', times, outcome: 'no sentence had a gap' });
});

/** One to three values of the text are empty. */
function withEmptyValue(text: string, random: Random): string {
  const lines = text.split('\n');
  for (let left = 1 + random.int(3); left > 0; left -= 1) {
    const at = random.int(lines.length);
    lines[at] = (lines[at] ?? '').replace(/(?<=: )\S.*$/, () => random.pick(EMPTY));
  }
  return lines.join('\n');
}
