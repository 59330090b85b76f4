import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadAll } from 'js-yaml';
import { expect, test } from 'vitest';
import { run } from '../../../src/cli/commands/run.ts';
import { REPORT_FORMATS } from '../../../src/report/render.ts';
import { fakeIo } from '../../support/process/fake-io.ts';
import { writeProgram } from '../../support/process/write-program.ts';
import { temporaryFolder } from '../../support/trees/temporary-folder.ts';
import { writeTree } from '../../support/trees/write-files.ts';

const VALUE = 'tulip7violet9fern3';
const CLUSTERS = [
  'apiVersion: cluster.kubernetes-fleet.io/v1',
  'kind: MemberCluster',
  'metadata: { name: east }',
  'spec: { identity: { kind: User, name: east, apiGroup: rbac.authorization.k8s.io } }',
  '',
].join('\n');

/** A Secret with this value, and a placement with the alias of it. */
function aliased(value: string, { type = '*p', name = 'shop' } = {}): string {
  return `apiVersion: v1
kind: List
items:
  - apiVersion: v1
    kind: Secret
    metadata: { name: s, namespace: shop }
    stringData: { p: &p ${JSON.stringify(value)} }
  - apiVersion: placement.kubernetes-fleet.io/v1
    kind: ClusterResourcePlacement
    metadata: { name: ${name} }
    spec:
      resourceSelectors: [{ group: "", version: v1, kind: Namespace, name: shop }]
      policy: { placementType: ${type} }
`;
}

/** Everything that a run writes: standard output and error, and a report in each format. */
async function written(
  files: Readonly<Record<string, string>>,
  command = 'lint',
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const cwd = temporaryFolder();
  writeTree(cwd, { ...files, 'clusters.yaml': CLUSTERS });
  const io = fakeIo({ cwd, env });
  const formats = REPORT_FORMATS.map((format) => `--format=${format}=out.${format}`);
  await run([command, 'tree', '--clusters', 'clusters.yaml', ...formats, '--format', 'text'], io);
  const reports = REPORT_FORMATS.map((format) => readFileSync(join(cwd, `out.${format}`), 'utf8'));
  return [io.out(), io.err(), ...reports].join('\n');
}

const base64 = (value: string): string => Buffer.from(value).toString('base64');

// SECURITY.md: No credential and no Secret's data in any output
test.each(['lint', 'plan'])('%s shows no value of a Secret that an alias copied, in any format', async (command) => {
  const said = await written({ 'tree/a.yaml': aliased(VALUE, { name: '*p' }) }, command);
  expect(said).not.toContain(VALUE);
  expect(said).toContain('***');
});

test.each([
  ['in base64', VALUE, base64(VALUE)],
  ['of several words', 'tulip violet 77', '*p'],
  ['of several lines', 'tulip 7\nviolet 9', '*p'],
  ['too long to be shown completely', VALUE.repeat(40), '*p'],
  ['with a slash', `${VALUE}/x`, '*p'],
])('a value %s is hidden', async (_, value, type) => {
  const said = await written({ 'tree/a.yaml': aliased(value, { type }) });
  for (const part of [type, 'tulip', 'violet', base64(value).slice(0, 12)]) if (part !== '*p') expect(said).not.toContain(part);
  expect(said).toContain('***');
});

test.each([
  ['a short value', 'tulip7'],
  ['a word', 'monitoring'],
  ['a number', '1234567890'],
  ['a name of an object', 'shop-orders-db'],
  ['a name that a placement selects', 'shop-selected-db'],
  ['a name of a file', 'a.yaml'],
  ['an id of a rule', 'refused-content'],
  ['a kind of KubeFleet', 'ClusterResourcePlacement'],
  ['a group of KubeFleet', 'placement.kubernetes-fleet.io'],
  ['the name of the tool', 'fleet-gate'],
  ['the name of the contract', 'report-v1'],
])('%s is an ordinary word, and is shown', async (_, value) => {
  const text = aliased(value, { name: value === 'shop-orders-db' ? value : 'shop' });
  const selecting = text.replace('name: shop }]', `name: ${value === 'shop-selected-db' ? value : 'shop'} }]`);
  const said = await written({ 'tree/a.yaml': selecting });
  expect(said).toMatch(new RegExp(`placementType.{0,12} is .{0,8}${value}`));
  expect(said).not.toContain('***');
});

const PLACEMENT = aliased(VALUE)
  .slice(aliased(VALUE).indexOf('  - apiVersion: placement') + 4)
  .replaceAll('\n    ', '\n');
const LEFT_OUT = 'annotations: { config.kubernetes.io/local-config: "true" }';
const REPLACED = `resources: [crp.yaml, s.yaml]
replacements:
  - source: { kind: Secret, name: s, fieldPath: data.p }
    targets: [{ select: { kind: ClusterResourcePlacement }, fieldPaths: [spec.policy.placementType] }]
`;
const GENERATED = REPLACED.replace(', s.yaml', '');

test.each([
  ['a Secret', REPLACED, { 's.yaml': `apiVersion: v1\nkind: Secret\nmetadata: { name: s, ${LEFT_OUT} }\ndata: { p: ${base64(VALUE)} }\n` }],
  ['a literal', `${GENERATED}secretGenerator: [{ name: s, literals: [p=${VALUE}], options: { ${LEFT_OUT} } }]\n`, {}],
  ['a file', `${GENERATED}secretGenerator: [{ name: s, files: [p=p.txt], options: { ${LEFT_OUT} } }]\n`, { 'p.txt': VALUE }],
  ['variables', `${GENERATED}secretGenerator: [{ name: s, envs: [p.env], options: { ${LEFT_OUT} } }]\n`, { 'p.env': `p=${VALUE}\n` }],
])('a value that a replacement of a kustomization copied from %s is hidden, if the Secret is left out', async (_, kustomization, more) => {
  const bin = temporaryFolder();
  const crp = PLACEMENT.replace('*p', 'PickAll');
  writeTree(bin, { 'built.yaml': crp.replace('PickAll', base64(VALUE)) });
  writeProgram(join(bin, 'kustomize'), `/bin/cat ${bin}/built.yaml`);
  const files = Object.entries({ 'kustomization.yaml': kustomization, 'crp.yaml': crp, ...more });
  const said = await written(Object.fromEntries(files.map(([name, text]) => [`tree/${name}`, text])), 'lint', { PATH: bin });
  expect(said).toMatch(/placementType.{0,12} is .{0,8}\*\*\*/);
  for (const form of [VALUE, base64(VALUE)]) expect(said).not.toContain(form);
});

test('the difference of a fix shows no value of a Secret that an alias copied', async () => {
  const cwd = temporaryFolder();
  const text = aliased(VALUE, { type: 'pickall' }).replace('pickall }', `pickall } # ${VALUE}`);
  writeTree(cwd, { 'tree/a.yaml': text });
  const io = fakeIo({ cwd });
  await run(['lint', 'tree', '--fix', '--dry-run'], io);
  const said = `${io.out()}${io.err()}`;
  expect(said).toContain('+      policy: { placementType: PickAll } # ***');
  expect(said).not.toContain(VALUE);
});

test.each<[string, readonly string[]]>([
  ['suggests a cluster', ['plan', 'tree', '--clusters', 'members.yaml', '--render', VALUE.slice(0, -1)]],
  ['suggests a cluster for a difference', ['plan', 'tree', '--clusters', 'members.yaml', '--base-dir', '.', '--diff', VALUE.slice(0, -1)]],
  ['names a definition', ['lint', 'tree', '--crds', 'crds.yaml']],
])('an error that %s shows no value of a Secret of the tree', async (_, argv) => {
  const cwd = temporaryFolder();
  writeTree(cwd, {
    'tree/a.yaml': aliased(VALUE, { type: 'PickAll' }),
    'members.yaml': CLUSTERS.replace('name: east', `name: ${VALUE}`),
    'crds.yaml': `apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: { name: ${VALUE} }\nspec: {}\n`,
  });
  const io = fakeIo({ cwd });
  const error = await run([...argv], io).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(Error);
  const said = [io.out(), io.err(), error instanceof Error ? `${error.message}${error.stack ?? ''}` : ''].join('\n');
  expect(said).toContain('***');
  expect(said).not.toContain(VALUE);
});

const secret = (data: string): string => `apiVersion: v1\nkind: Secret\nmetadata: { name: s, namespace: shop }\n${data}\n`;
const copy = (value: string): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: copy, namespace: shop }\ndata: { copy: ${JSON.stringify(value)} }\n`;
const SELECTED = `${PLACEMENT.replace('*p', 'PickAll')}---\napiVersion: v1\nkind: Namespace\nmetadata: { name: shop }\n`;
const LINES = 'admin tulip7violet\nreader fern3tulip\n';

test.each<readonly [string, string, string, readonly string[]]>([
  ['has several lines', `stringData: { p: ${JSON.stringify(LINES)} }`, LINES, ['tulip7violet', 'fern3tulip']],
  ['has several lines, within a text', `stringData: { p: ${JSON.stringify(LINES)} }`, `x: ${LINES} y`, ['tulip7violet', 'fern3tulip']],
  ['has several lines in base64', `data: { p: ${base64(LINES)} }`, LINES, ['tulip7violet', 'fern3tulip']],
  ['is plain text in data', `data: { p: tulip-violet-77 }`, 'x tulip-violet-77 y', ['tulip-violet-77']],
  ['is all of the copy', `stringData: { p: ${VALUE} }`, VALUE, [VALUE]],
  ['is the first word of the copy', `stringData: { p: ${VALUE} }`, `${VALUE} y`, [VALUE]],
  ['is beside a field that the hub refuses', `stringData: { p: ${VALUE}, port: 5432 }`, `x ${VALUE} y`, [VALUE]],
])('a copy of a value that %s is hidden on a cluster and in the difference to a base', async (_, data, copied, parts) => {
  const cwd = temporaryFolder();
  const files = { 'shop.yaml': SELECTED, 's.yaml': secret(data), 'copy.yaml': copy(copied) };
  const repaired = { ...files, 's.yaml': secret('stringData: { p: other-value-5 }'), 'copy.yaml': copy('x other-value-5 y') };
  for (const [folder, all] of [['before', files] as const, ['after', repaired] as const])
    writeTree(join(cwd, folder), Object.fromEntries(Object.entries(all).map(([name, text]) => [`tree/${name}`, text])));
  writeTree(cwd, { 'clusters.yaml': CLUSTERS });
  for (const [folder, argv] of [
    ['before', ['--render', 'east']],
    ['after', ['--base-dir', '../before', '--diff', 'all']],
    ['before', ['--base-dir', '../after', '--diff', 'all']],
  ] as const) {
    const io = fakeIo({ cwd: join(cwd, folder) });
    await run(['plan', 'tree', '--clusters', '../clusters.yaml', '--format', 'json=out.json', ...argv], io);
    const said = [io.out(), io.err(), readFileSync(join(cwd, folder, 'out.json'), 'utf8')].join('\n');
    expect(said).toContain('copy: ');
    for (const part of parts) expect(said).not.toContain(part);
    if (argv[0] === '--render')
      expect(loadAll(io.out().replace(/^\w+:.*placement.*$/m, ''))).toContainEqual(expect.objectContaining({ kind: 'ConfigMap' }));
  }
});

test('what was edited in a text with such a value can be seen', async () => {
  const cwd = temporaryFolder();
  for (const [folder, value] of [
    ['before', LINES],
    ['after', `${LINES}guest rose\n`],
  ] as const)
    writeTree(join(cwd, folder), {
      'tree/a.yaml': [SELECTED, secret(`stringData: { p: ${JSON.stringify(LINES)} }`), copy(value)].join('---\n'),
    });
  writeTree(cwd, { 'clusters.yaml': CLUSTERS });
  const io = fakeIo({ cwd: join(cwd, 'after') });
  await run(['plan', 'tree', '--clusters', '../clusters.yaml', '--base-dir', '../before', '--diff', 'all'], io);
  expect(io.out()).toMatch(/- {2}copy: redacted:[0-9a-f]{24}\n\s*\+ {2}copy: redacted:[0-9a-f]{24}\n/);
});

/** An override of an object with this JSON patch. */
function override(path: string, value: string, selected = 'Secret', kind = 'ResourceOverride'): string {
  const isOfCluster = kind === 'ClusterResourceOverride';
  return `apiVersion: placement.kubernetes-fleet.io/v1
kind: ${kind}
metadata: { name: o${isOfCluster ? '' : ', namespace: shop'} }
spec:
  placement: { name: shop }
  ${isOfCluster ? 'clusterResourceSelectors' : 'resourceSelectors'}: [{ group: "", version: v1, kind: ${selected}, name: s }]
  policy:
    overrideRules:
      - clusterSelector: { clusterSelectorTerms: [] }
        jsonPatchOverrides: [{ op: add, path: ${path}, value: ${value} }]
`;
}

/** What is shown for a tree with a copy of a value beside this text. */
async function shownWith(text: string, copied: string): Promise<string> {
  const cwd = temporaryFolder();
  for (const [folder, own] of [['before', 'other'] as const, ['after', copied] as const])
    writeTree(join(cwd, folder), { 'tree/a.yaml': [SELECTED, copy(own)].join('---\n'), 'tree/s.yaml': text });
  writeTree(cwd, { 'clusters.yaml': CLUSTERS });
  const said: string[] = [];
  for (const argv of [
    ['--render', 'east'],
    ['--base-dir', '../before', '--diff', 'all'],
  ]) {
    const io = fakeIo({ cwd: join(cwd, 'after') });
    await run(['plan', 'tree', '--clusters', '../clusters.yaml', ...argv], io);
    expect(io.out()).toContain('copy: ');
    said.push(io.out(), io.err());
  }
  return said.join('\n');
}

test.each([
  ['an override writes in base64', override('/data/p', base64(VALUE))],
  ['an override writes as plain text', override('/stringData/p', VALUE)],
  ['an override writes as all data', override('/data', `{ p: ${base64(VALUE)} }`)],
  ['an override of the cluster writes', override('/data/p', base64(VALUE), 'Secret', 'ClusterResourceOverride')],
  ['is in a mapping', secret(`stringData: { p: { q: ${VALUE} } }`)],
  ['is in a list', secret(`stringData: { p: [{ q: ${VALUE} }] }`)],
  ['is in a mapping in base64', secret(`data: { p: { q: ${base64(VALUE)} } }`)],
  ['is the first of two equal keys', secret(`stringData: { p: ${VALUE}, p: x }`)],
  ['is below the first of two equal keys', secret(`stringData: { p: ${VALUE} }\nstringData: { p: x }`)],
  ['is below the first of two equal keys in base64', secret(`data: { p: ${base64(VALUE)} }\ndata: { p: eA== }`)],
  ['a Secret without apiVersion has', secret(`stringData: { p: ${VALUE} }`).replace('apiVersion: v1\n', '')],
])('a copy of a value that %s is hidden', async (_, text) => {
  const said = await shownWith(text, VALUE);
  for (const form of [VALUE, base64(VALUE)]) expect(said).not.toContain(form);
});

test.each([
  ['an override writes into a ConfigMap', override('/data/p', VALUE, 'ConfigMap'), VALUE],
  ['an override writes as a label', override('/metadata/labels/p', VALUE), VALUE],
  ['is a word that an override writes', override('/data/p', base64('monitoring')), 'monitoring'],
  ['is a short value in a mapping', secret('stringData: { p: { q: admin1 } }'), 'admin1'],
  ['is a word in a mapping', secret('stringData: { p: { monitoring: "true" } }'), 'monitoring'],
  ['is a field of a text in JSON', secret(`stringData: { p: '{"host":"db-1.example.com"}' }`), 'db-1.example.com'],
  ['is the first of two equal names', secret('stringData: { p: x }').replace('{ name: s,', `{ name: ${VALUE}, name: s,`), VALUE],
  [
    'is the first of two equal keys of a ConfigMap',
    copy('x').replace('{ copy:', `{ copy: ${VALUE}, copy:`).replace('name: copy', 'name: other'),
    VALUE,
  ],
  ['a ConfigMap without apiVersion has', copy(VALUE).replace('apiVersion: v1\n', '').replace('name: copy', 'name: secret'), VALUE],
])('a copy of a value that %s is shown', async (_, text, copied) => {
  expect(await shownWith(text, copied)).toContain(`copy: ${copied}`);
});
