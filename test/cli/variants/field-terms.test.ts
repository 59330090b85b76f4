/** A caller of a tool knows its fields, not flags. So no answer and no error names a flag. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FlagName } from '../../../src/settings/settings.ts';
import { callTool } from '../../../src/cli/mcp/call.ts';
import { fieldTerms, FIELDS } from '../../../src/cli/mcp/field-terms.ts';
import { MCP_TOOLS } from '../../../src/cli/mcp/tools.ts';
import { parseArgv } from '../../../src/cli/command-line/invocation.ts';
import { judgedInTurns } from '../../../src/cli/output/run-result.ts';
import { run } from '../../../src/cli/commands/run.ts';
import { FAILURES } from '../../../src/gates/catalogue/index.gen.ts';
import { listRules } from '../../../src/static/judge/explain.ts';
import { eitherOf, flagTerms, inTerms, isGivable, whereGiven } from '../../../src/terms.ts';
import { fakeIo } from '../../support/process/fake-io.ts';
import { HUB_FIXTURES, hubFixture } from '../../support/hubs/hub-fixture.ts';

const FLAG = /--[a-z]/;
/** Commands to copy, what rules say of the programs of others, and the examples of rules, which quote files. */
const OF_OTHERS = [
  /\b(?:kubectl|fleet-gate (?:approve|snapshot)|git|gh|az) [^`);\n]*/g,
  /`--(?:enable-workload|no-hooks|server-side|skipped-propagating-namespaces)`/g,
  /```(?:yaml|text)\n.*?\n```/gs,
];

type Input = Readonly<Record<string, unknown>>;

const PLACEMENT = `apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata: {name: shop}
spec:
  resourceSelectors: [{group: "", version: v1, kind: Namespace, name: shop}]
  policy: {placementType: PickFixed, clusterNames: [oslo]}
---
apiVersion: v1
kind: Namespace
metadata: {name: shop}
`;
const MEMBER =
  'apiVersion: cluster.kubernetes-fleet.io/v1\nkind: MemberCluster\nmetadata: {name: oslo}\nspec: {identity: {kind: User, name: oslo}}\n';

/** A repository with three commits, each with another configuration, that of the first one unreadable. */
let tree = '';
beforeAll(() => {
  tree = mkdtempSync(join(tmpdir(), 'fleet-gate-fields-'));
  const git = (...args: readonly string[]): string =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], { cwd: tree, encoding: 'utf8' }).trim();
  git('init', '--quiet');
  put('unknown/a.yaml', PLACEMENT);
  put('members/a.yaml', `${PLACEMENT}---\n${MEMBER}`);
  put('deployed/a.yaml', MEMBER);
  put('no-time.yaml', PLACEMENT);
  put('empty.txt', '# nothing');
  put('kubeconfig', '{}');
  for (const folder of ['empty', 'plain']) mkdirSync(join(tree, folder));
  for (const config of ['rules: [', 'target: main', 'target: aks']) {
    put('.fleet-gate.yaml', `${config}\n`);
    git('add', '.');
    git('commit', '--quiet', '--message', config);
  }
  git('branch', 'orphan', git('commit-tree', 'HEAD^{tree}', '-m', 'apart'));
});
afterAll(() => rmSync(tree, { recursive: true, force: true }));

test.each<readonly [FlagName, string | undefined, string]>([
  ['base', 'REF', '`base: REF`'],
  ['manifests', undefined, '`manifests`'],
  ['allow-partial', undefined, '`gate.allowPartial: true` in .fleet-gate.yaml'],
  ['for', 'applied', '`gate.for: applied` in .fleet-gate.yaml'],
  ['min-clusters', undefined, '`gate.minClusters` in .fleet-gate.yaml'],
  ['context', undefined, '`context` where the server is started'],
  ['deadline', 'DURATION', '`deadline: DURATION` on a command line'],
])('%s %s is called %s', (name, value, written) => {
  expect(fieldTerms(name, value)).toBe(written);
});

test('only fields of a tool are called fields, and every flag that is a field is called so', () => {
  const fields = new Set(MCP_TOOLS.flatMap(({ input }) => Object.keys(input.shape)));
  expect([...FIELDS].filter((name) => !fields.has(name))).toEqual([]);
  const positional = ['paths', 'targets', 'object', 'id'];
  expect([...fields].filter((name) => !FIELDS.has(name as FlagName)).toSorted()).toEqual(positional.toSorted());
});

test('only settings that the reader can set are named', () => {
  const both = [
    ['clusters', 'FILE'],
    ['kubeconfig', 'FILE'],
  ] as const;
  expect(eitherOf(fieldTerms, ...both)).toBe('`clusters: FILE`');
  expect(eitherOf(flagTerms, ...both)).toBe('--clusters FILE or --kubeconfig FILE');
  expect(whereGiven(fieldTerms, ['deadline'], (term) => `, or ${term}`)).toBe('');
  expect(whereGiven(flagTerms, ['deadline'], (term) => `, or ${term}`)).toBe(', or --deadline');
  expect(isGivable('Look with {--member {cluster}=CONTEXT}.', fieldTerms)).toBe(false);
  expect(isGivable('Look with {--member {cluster}=CONTEXT}.', flagTerms)).toBe(true);
});

test.each([
  [
    'from a base (`{--base}`, `{--base-dir}`, `{--kubeconfig}`)',
    'from a base (`base`)',
    'from a base (`--base`, `--base-dir`, `--kubeconfig`)',
  ],
  [
    'from a base (`{--base}`, `{--base-dir}`, or the hub)',
    'from a base (`base`, or the hub)',
    'from a base (`--base`, `--base-dir`, or the hub)',
  ],
  ['from the hub itself (`{--kubeconfig}`).', 'from the hub itself.', 'from the hub itself (`--kubeconfig`).'],
  ['With `{--base}` or `{--base-dir}` too.', 'With `base` too.', 'With `--base` or `--base-dir` too.'],
  ['With `{--base-dir}` too.', 'With `base-dir on a command line` too.', 'With `--base-dir` too.'],
])('a list of settings leaves out those that cannot be set: %s', (template, inFields, inFlags) => {
  expect(inTerms(template, fieldTerms)).toBe(inFields);
  expect(inTerms(template, flagTerms)).toBe(inFlags);
});

test.each([
  ['the clusters are those of the manifests', 'lint', { paths: ['members'] }, 'give `clusters: FILE` to check against those of the hub'],
  ['clusters are not known', 'lint', { paths: ['unknown'] }, 'give `clusters: FILE`.'],
  ['a plan without clusters', 'plan', { paths: ['unknown'] }, 'plan needs the member clusters: give `clusters: FILE` (kubectl get'],
  ['no cluster in a file', 'plan', { clusters: 'unknown/a.yaml' }, '`clusters` unknown/a.yaml: it contains no MemberCluster'],
  ['no file of clusters', 'lint', { clusters: 'nowhere.yaml' }, '`clusters` nowhere.yaml: '],
  ['no commit of that name', 'lint', { base: 'no-such' }, '`base: no-such`: cannot be read here: this clone has no commit'],
  ['a base without a common commit', 'lint', { base: 'orphan' }, 'it does not share a commit with HEAD'],
  [
    'a changed configuration',
    'lint',
    { base: 'HEAD~1', paths: ['unknown'] },
    'does not apply yet, because the configuration of HEAD~1 applies',
  ],
  ['an unreadable configuration of the base', 'lint', { base: 'HEAD~2' }, 'correct it there'],
  ['nothing to read', 'lint', { paths: ['empty'] }, 'no YAML or JSON file in empty'],
  [
    'a target without a namespace',
    'diagnose',
    { targets: ['rp/web'], from: ['no-time.yaml'], now: '2026-06-01T12:00:00Z' },
    'write ResourcePlacement/NAMESPACE/web',
  ],
  ['files without a time', 'diagnose', { targets: ['crp/web'], from: ['no-time.yaml'] }, 'set `now`'],
  ['an invalid time', 'diagnose', { from: ['no-time.yaml'], now: 'soon' }, '`now` must be an RFC 3339 time'],
  [
    'nothing that was deployed',
    'diagnose',
    { from: ['no-time.yaml'], manifests: ['empty.txt'] },
    '`manifests` empty.txt: it contains no Kubernetes object',
  ],
  ['no object in a dump', 'diagnose', { from: ['empty.txt'] }, '`from` empty.txt: it contains no Kubernetes object'],
  [
    'nothing to wait for',
    'diagnose',
    { from: ['no-time.yaml'], manifests: ['deployed'], now: '2026-06-01T12:00:00Z' },
    'or give `manifests` that hold one',
  ],
  ['no hub', 'diagnose', {}, 'there is no hub: give `from` with files of a hub'],
  ['a path elsewhere', 'lint', { paths: ['/etc'] }, 'start the server with another root'],
  ['no such rule', 'explain', { id: 'overlaping-placements' }, 'did you mean overlapping-placements'],
] satisfies readonly (readonly [string, string, Input, string])[])('%s', async (_, tool, input, told) => {
  const said = await answerOf(tool, input);
  expect(said).toContain(told);
  expect(flagsIn(said)).toEqual([]);
});

test('outside of a repository a base cannot be read, and no other way is suggested', async () => {
  const said = await answerOf('lint', { base: 'HEAD' }, { root: 'plain', env: { GIT_CEILING_DIRECTORIES: tree } });
  expect(said).toMatch(
    /^`base: HEAD`: cannot be read here: the working directory is not in a git repository; start it in the checkout \(.*\)$/,
  );
});

test.each([
  [['--kubeconfig=nowhere'], 'check `kubeconfig` where the server is started, or log in first'],
  [['--kubeconfig=kubeconfig'], 'has no current-context: set `context` where the server is started (it has no contexts)'],
])('the start options of the server, %j, are named as start options', async (hub, told) => {
  const said = await answerOf('diagnose', { targets: ['crp/web'] }, { hub });
  expect(said).toContain(told);
  expect(flagsIn(said)).toEqual([]);
});

test('every recorded failure is reported with steps that an agent or its reader can take', async () => {
  const told: string[] = [];
  for (const id of readdirSync(HUB_FIXTURES)) {
    const { objects, asked } = hubFixture(id);
    const from = put(`hubs/${id}.json`, JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects }));
    const input = { targets: asked.targets, from: [from], now: asked.hubTime.toISOString() };
    const said = await answerOf('diagnose', input);
    expect(flagsIn(said), id).toEqual([]);
    told.push(said);
  }
  expect(told.join('\n')).toContain('add `gate.allowPartial: true` in .fleet-gate.yaml');
  expect(told.join('\n')).toContain('workload-not-available');
  expect(told.join('\n')).not.toMatch(/Give the gate access/);
}, 60_000);

test('every rule and every failure is explained in fields', async () => {
  const ids = [undefined, ...new Set([...listRules(), ...FAILURES].map(({ id }) => id))];
  for (const id of ids) {
    const said = await answerOf('explain', id === undefined ? {} : { id });
    expect(said.length).toBeGreaterThan(100);
    expect(flagsIn(said), id).toEqual([]);
    expect(said, id).not.toMatch(/\(\)|on a command line|where the server is started/);
  }
}, 60_000);

test('a check that took too long names no setting that only a command line has', async () => {
  const io = fakeIo({ cwd: tree });
  const invocation = parseArgv(['lint', '--format=json', '--deadline=1ms'], fieldTerms);
  const { report } = await judgedInTurns('lint', invocation, io, () => new Promise(() => undefined));
  expect(report?.message).toBe('nothing was checked: not finished after 1ms; check fewer files at once');
});

/** Flags of ours in what a call answers. */
function flagsIn(said: string): readonly string[] {
  const own = OF_OTHERS.reduce((text, pattern) => text.replaceAll(pattern, ''), said);
  return own.split('\n').filter((line) => FLAG.test(line));
}

interface Served {
  readonly root?: string;
  readonly hub?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** All that a call answers: its text, and each text of its data. */
async function answerOf(name: string, input: Input, { root = '.', hub = [], env = {} }: Served = {}): Promise<string> {
  const tool = MCP_TOOLS.find(({ command }) => command === name);
  if (tool === undefined) throw new Error(`no tool ${name}`);
  const at = join(tree, root);
  const io = fakeIo({ cwd: at, env: { PATH: process.env['PATH'], ...env } });
  const { content, structuredContent } = await callTool(
    tool,
    input,
    { root: at, hub: hub.map((flag) => flag.replace('=', `=${tree}/`)) },
    {
      io,
      run,
      signal: io.signal,
    },
  );
  const texts: string[] = content.map((part) => (part.type === 'text' ? part.text : ''));
  JSON.stringify(structuredContent ?? {}, (_, value: unknown) => {
    if (typeof value === 'string') texts.push(value);
    return value;
  });
  return texts.join('\n');
}

/** Writes a file of the tree. @returns its way from the root */
function put(file: string, text: string): string {
  mkdirSync(dirname(join(tree, file)), { recursive: true });
  writeFileSync(join(tree, file), text);
  return file;
}
