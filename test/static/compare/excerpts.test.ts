/** The lines of a finding, as in the checked text, and never a line of a Secret. */
import { describe, expect, it, test } from 'vitest';
import type { Finding } from '../../../src/finding.ts';
import { withExcerpts } from '../../../src/static/compare/excerpts.ts';
import { gitRepository } from '../../support/trees/git-repository.ts';
import { runCli } from '../../support/process/run-cli.ts';
import { temporaryFolder } from '../../support/trees/temporary-folder.ts';
import { writeTree } from '../../support/trees/write-files.ts';

const placement = (name: string, ...spec: readonly string[]): string =>
  [
    'apiVersion: placement.kubernetes-fleet.io/v1',
    'kind: ClusterResourcePlacement',
    `metadata: {name: ${name}}`,
    'spec:',
    ...spec.map((line) => `  ${line}`),
    `  resourceSelectors: [{group: "", version: v1, kind: Namespace, name: ${name}}]`,
    '',
  ].join('\n');
const SECRET =
  'apiVersion: v1\nkind: Secret\nmetadata: {name: keys, namespace: shop}\nbogus: x\nbogus: y\nstringData:\n  a: hunter2-canary\n';

async function found(files: Readonly<Record<string, string>>, ...argv: readonly string[]): Promise<readonly Finding[]> {
  const folder = temporaryFolder();
  writeTree(folder, files);
  return (await runCli(folder, ['lint', ...argv])).report?.lint?.findings ?? [];
}

async function excerptsOf(text: string, file = 'a.yaml'): Promise<readonly (readonly string[] | undefined)[]> {
  return (await found({ [file]: text })).map(({ excerpt }) => excerpt);
}

describe('an excerpt', () => {
  it.each<[string, string]>([
    ['lines that end in LF', '\n'],
    ['CR LF', '\r\n'],
  ])('is the line of the finding: %s', async (_, end) => {
    expect(await excerptsOf(placement('shop', 'bogus: 1').replaceAll('\n', end))).toEqual([['  bogus: 1']]);
  });

  it('of a value of many lines has three', async () => {
    const [finding] = await found({ 'a.yaml': placement('shop', 'bogus: 1') });
    if (finding === undefined) throw new Error('nothing was found');
    const report = {
      files: 1,
      documents: 1,
      target: 'v0.3',
      counts: { error: 1, warning: 0, notice: 0, suppressed: 0 },
      notEvaluated: [],
    } as const;
    const texts = new Map([['a.yaml', 'a:\n  - b\n  - c\n  - d\n  - e\n']]);
    const excerpt = (endLine: number, endColumn: number): Finding['excerpt'] =>
      withExcerpts({ ...report, findings: [{ ...finding, line: 2, column: 3, endLine, endColumn }] }, texts, undefined).findings[0]
        ?.excerpt;
    expect(excerpt(5, 6)).toEqual(['  - b', '  - c', '  - d']);
    expect(excerpt(4, 1)).toEqual(['  - b', '  - c']);
  });

  it('of a long line ends with what was cut off', async () => {
    const [[line = ''] = []] = await excerptsOf(placement('shop', `bogus: ${'x'.repeat(500)}`));
    expect([line.length, line.at(-1)]).toEqual([200, '…']);
  });

  it('shows standard input too', async () => {
    const { report } = await runCli(temporaryFolder(), ['lint', '-'], { stdin: placement('shop', 'bogus: 1') });
    expect(report?.lint?.findings[0]?.excerpt).toEqual(['  bogus: 1']);
  });

  it('after a fix shows the line of the fixed file', async () => {
    const folder = temporaryFolder();
    writeTree(folder, { 'a.yaml': `# one\n${placement('shop', 'bogus: 1')}` });
    const { report } = await runCli(folder, ['lint', '--fix']);
    expect(report?.lint?.findings.map(({ excerpt }) => excerpt)).toEqual([['  bogus: 1']]);
  });

  it('is underlined in text if the finding is one part of a line', async () => {
    const folder = temporaryFolder();
    writeTree(folder, { 'a.yaml': placement('shop', 'bogus: 1') });
    const { out } = await runCli(folder, ['lint']);
    expect(out).toContain('       | bogus: 1\n       | ^^^^^\n');
  });
});

describe('a line is not shown', () => {
  it.each<[string, string, string]>([
    ['of a Secret', SECRET, 'a.yaml'],
    [
      'with a credential that YAML takes for a part of the key',
      'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\ndata:\n  password:\u00A0hunter2-canary\n',
      'a.yaml',
    ],
    [
      'of a List with a Secret',
      `apiVersion: v1\nkind: List\nitems:\n${[SECRET, placement('shop', 'bogus: 1')].map(asItem).join('')}`,
      'a.yaml',
    ],
    [
      'that a Secret shares with another object',
      '{"apiVersion":"v1","kind":"List","items":[{"apiVersion":"v1","kind":"Secret","metadata":{"name":"k","namespace":"n"},"data":{"a":"aHVudGVyMi1jYW5hcnk="}},{"apiVersion":"placement.kubernetes-fleet.io/v1","kind":"ClusterResourcePlacement","metadata":{"name":"shop"},"spec":{"bogus":1}}]}',
      'a.json',
    ],
    ...[
      ['with a miswritten field `kind`', 'apiVersion: v1\nKind: Secret\nmetadata: {name: k}\ndata: {a: hunter2-canary}\n'],
      ['with `Kind` in another version', '{apiVersion: apps/v1, Kind: Secret, metadata: {name: k}, data: {a: hunter2-canary}}\n'],
      ['with `Kind` and nothing but data', '{Kind: Secret, data: {a: hunter2-canary}}\n'],
      ['with `Kind` and its data at the top', '{apiVersion: v1, Kind: Secret, metadata: {name: k}, a: hunter2-canary}\n'],
      ['with a miswritten kind', '{apiVersion: v1, kind: Secert, metadata: {name: k, namespace: shop}, data: {a: hunter2-canary}}\n'],
      [
        'with a kind in small letters',
        '{apiVersion: v1, kind: secret, metadata: {name: k, namespace: shop}, stringData: {a: hunter2-canary}}\n',
      ],
      ['without a kind', 'apiVersion: v1\ndata: {a: hunter2-canary}\nmetadata: {name: k}\n'],
      ['without a kind and an apiVersion', 'data: {a: hunter2-canary}\nmetadata: {name: k}\n'],
      [
        'without a kind in a List',
        'apiVersion: v1\nkind: List\nitems: [{apiVersion: v1, metadata: {name: k}, data: {a: hunter2-canary}}]\n',
      ],
      ['with `Kind` in a List', 'apiVersion: v1\nkind: List\nitems: [{apiVersion: v1, Kind: Secret, data: {a: hunter2-canary}}]\n'],
    ].map(([what = '', text = '']): [string, string, string] => [
      `of a Secret ${what}`,
      `${placement('shop', 'policy: {placementType: PickAll}')}---\n${text}`,
      'a.yaml',
    ]),
    [
      'of a Secret with `Kind` in a List as JSON',
      '{"apiVersion":"v1","kind":"List","items":[{"apiVersion":"v1","Kind":"Secret","metadata":{"name":"k"},"data":{"a":"hunter2-canary"}}]}',
      'a.json',
    ],
    ['of a Secret that is not YAML', `${SECRET}  b: [hunter2-canary\n`, 'a.yaml'],
    [
      'of a text that is not YAML and may contain a Secret',
      'apiVersion: v1\nkind: ConfigMap\npassword: hunter2-canary\n  x: [\n',
      'a.yaml',
    ],
  ])('if it is %s', async (_, text, file) => {
    const findings = await found({ [file]: text });
    expect(findings.length).toBeGreaterThan(0);
    expect(findings.filter(({ excerpt }) => excerpt !== undefined)).toEqual([]);
    const folder = temporaryFolder();
    writeTree(folder, { [file]: text });
    for (const format of ['text', 'json', 'markdown', 'sarif', 'junit'])
      expect((await runCli(folder, ['lint', '--format', format])).out).not.toMatch(/hunter2|aHVudGVyMi/);
  });

  it('and lines next to it in the file still have theirs', async () => {
    const findings = await found({ 'a.yaml': `${SECRET}---\n${placement('shop', 'bogus: 1')}---\n${SECRET.replace('keys', 'more')}` });
    expect(findings.flatMap(({ excerpt }) => excerpt ?? [])).toEqual(['  bogus: 1']);
  });
});

function asItem(text: string): string {
  return `- ${text.trimEnd().replaceAll('\n', '\n  ')}\n`;
}

describe('with a base, findings on changed lines come first', () => {
  test('in every list, and are marked', async () => {
    const many = ['a', 'b', 'c'].map((name) => placement(name, 'bogus: 1')).join('---\n');
    const { dir, write } = gitRepository({ 'shop.yaml': many });
    write(
      'shop.yaml',
      many
        .replace('metadata: {name: b}\nspec:\n  bogus: 1', 'metadata: {name: b}\nspec:\n  bogus: 2')
        .replace('name: c}\nspec:', 'name: c}\nspec:\n  other: 1'),
    );
    const { report, out, exitCode } = await runCli(dir, ['lint', '--base', 'HEAD', '--format', 'github']);
    expect(exitCode).toBe(1);
    expect(
      report?.lint?.findings.map(({ object, state, touched, excerpt }) => [object?.name, state, touched, excerpt?.[0]?.trim()]),
    ).toEqual([
      ['a', 'unchanged', undefined, 'bogus: 1'],
      ['b', 'unchanged', true, 'bogus: 2'],
      ['c', 'new', true, 'other: 1'],
      ['c', 'unchanged', undefined, 'bogus: 1'],
    ]);
    // The line of each annotation: the new one, the one on a changed line, then the others in the order of the file.
    expect([...out.matchAll(/line=(\d+)/g)].map(([, line]) => Number(line))).toEqual([19, 12, 5, 20]);
  });

  test('and a moved line is not changed, and in a new file all lines are', async () => {
    const text = placement('shop', 'bogus: 1');
    const { dir, write } = gitRepository({ 'shop.yaml': text });
    write('shop.yaml', `# one\n\n${text}`);
    write('more.yaml', placement('more', 'bogus: 1'));
    const { report } = await runCli(dir, ['lint', '--base', 'HEAD']);
    expect(report?.lint?.findings.map(({ file, state, touched }) => [file, state, touched])).toEqual([
      ['more.yaml', 'new', true],
      ['shop.yaml', 'unchanged', undefined],
    ]);
  });

  test('and without a base this is not known', async () => {
    expect((await found({ 'a.yaml': placement('shop', 'bogus: 1') })).map(({ touched }) => touched)).toEqual([undefined]);
  });
});
