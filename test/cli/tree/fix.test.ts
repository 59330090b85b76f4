/** `lint --fix`: trees before and after, in files and as a diff. */
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { beforeEach, describe, expect, it } from 'vitest';

import { fixedTree, writeFixes } from '../../../src/cli/tree/fix/fix-tree.ts';
import { run } from '../../../src/cli/commands/run.ts';
import type { Report } from '../../../src/report.ts';
import { RULES } from '../../../src/static/rules/index.gen.ts';
import { fakeIo } from '../../support/process/fake-io.ts';
import { lintTexts } from '../../support/trees/lint-texts.ts';
import { commandsIn } from '../../support/oracles/runner-commands.ts';
import { hiddenIn } from '../../support/oracles/terminal.ts';
import { temporaryFolder } from '../../support/trees/temporary-folder.ts';

const FIXTURES = join(import.meta.dirname, '../../../fixtures/fix');
const FAULTY = `apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata: {name: shop}
spec:
  resourceSelectors: [{group: '', version: v1, kind: Namespace, name: shop}]
  policy: {placementType: pickAll}
`;
const MENDED = FAULTY.replace('pickAll', 'PickAll');

let dir = '';
beforeEach(() => {
  dir = temporaryFolder();
});

describe('lint --fix', () => {
  it.each(readdirSync(FIXTURES))('%s', async (name) => {
    cpSync(join(FIXTURES, name), dir, { recursive: true });
    const after = read('after.yaml');
    const diff = (await lint('--fix', '--dry-run', 'before.yaml')).out;
    expect(read('before.yaml')).toBe(readFileSync(join(FIXTURES, name, 'before.yaml'), 'utf8'));
    const { report } = await lint('--fix', 'before.yaml');
    await expect(read('before.yaml')).toMatchFileSnapshot(join(FIXTURES, name, 'after.yaml'));
    expect(report?.notes?.filter((note) => note.startsWith('Fixed before.yaml:')).length).toBeGreaterThan(0);
    // What was fixed is judged again, and is what another run says of it.
    const again = await lint('before.yaml');
    expect(places(again.report)).toEqual(places(report));
    expect(again.report?.exitCode).toBe(report?.exitCode);
    // Nothing is left to fix.
    expect((await lint('--fix', '--dry-run', 'before.yaml')).out).toBe('');
    await lint('--fix', 'before.yaml');
    expect(read('before.yaml')).toBe(after);
    // The diff is one that other tools apply.
    cpSync(join(FIXTURES, name, 'before.yaml'), join(dir, 'before.yaml'));
    writeFileSync(join(dir, 'fix.diff'), diff);
    const applied = spawnSync('git', ['apply', '--unsafe-paths', '--directory=.', 'fix.diff'], { cwd: dir, encoding: 'utf8' });
    expect(applied.stderr).toBe('');
    expect(read('before.yaml')).toBe(after);
  });

  it('writes nothing in a dry run, and reports the state of the tree', async () => {
    write('a.yaml', FAULTY);
    const { out, report } = await lint('--fix', '--dry-run', 'a.yaml');
    expect(out.split('\n').filter((line) => /^[-+]/.test(line))).toEqual([
      '--- a/a.yaml',
      '+++ b/a.yaml',
      '-  policy: {placementType: pickAll}',
      '+  policy: {placementType: PickAll}',
    ]);
    expect(report?.exitCode).toBe(1);
    expect(read('a.yaml')).toBe(FAULTY);
    await lint('--fix', '--dry-run', '--format', 'json=report.json', 'a.yaml');
    expect(JSON.parse(read('report.json'))).toMatchObject({ exitCode: 1 });
  });

  it('shows no value of a Secret beside an edit, and the lines after it', async () => {
    write(
      'a.yaml',
      `apiVersion: v1\nkind: Secret\nmetadata: {name: s, namespace: shop}\nstringData:\n  a: hunter2\n---\n${FAULTY.replace('spec:', 'spec: # hunter2')}`,
    );
    const { out } = await lint('--fix', '--dry-run', 'a.yaml');
    expect(out).not.toContain('hunter2');
    expect(out).toMatch(/^# \*\*\* hides values/);
    expect(out).toContain('-  policy: {placementType: pickAll}\n+  policy: {placementType: PickAll}\n');
    write('a.yaml', `${FAULTY}---\nkind: Secret\nstringData: {a: hunter2}\n# b\n`);
    expect((await lint('--fix', '--dry-run', 'a.yaml')).out).toContain(' kind: Secret\n stringData: {a: ***}\n');
  });

  it('prints no command of a runner and no hidden character, for any text beside an edit', async () => {
    const hostile = '# \u202E ##[error]a\n# b\n';
    write('a.yaml', FAULTY.replace('spec:', `${hostile}spec:`));
    write('b.yaml', FAULTY.replace('  policy:', '  description: |\n   ::error::c\n  policy:'));
    const { out } = await lint('--fix', '--dry-run', '.');
    expect(out).toContain('+  policy: {placementType: PickAll}');
    expect(hiddenIn(out)).toEqual([]);
    expect(commandsIn(out)).toEqual([]);
  });

  it('passes if everything could be fixed, and fails if a fault is left', async () => {
    write('a.yaml', FAULTY);
    expect((await lint('--fix', 'a.yaml')).report).toMatchObject({
      exitCode: 0,
      notes: ['Fixed a.yaml:6 (schema): `pickAll` is now `PickAll`.'],
    });
    expect(read('a.yaml')).toBe(MENDED);
    write('a.yaml', `${FAULTY}  colour: red\n`);
    expect((await lint('--fix', 'a.yaml')).report).toMatchObject({ exitCode: 1 });
    expect(read('a.yaml')).toBe(`${MENDED}  colour: red\n`);
  });

  it.each([
    ['accepted by a comment', FAULTY.replace('  policy:', '  # fleet-gate-ignore schema: as it is\n  policy:')],
    ['a template', FAULTY.replace('pickAll', '"{{ .type }}"').replace('name: shop}', 'name: "{{ .name }}"}')],
    ['a rule that is off', `# off\n${FAULTY}`],
  ])('does not change what is %s', async (what, text) => {
    write('a.yaml', text);
    if (what.includes('off')) write('.fleet-gate.yaml', 'rules: {schema: {severity: off}}\n');
    await lint('--fix', 'a.yaml');
    expect(read('a.yaml')).toBe(text);
  });

  it('keeps a byte order mark, line ends and the mode of the file', async () => {
    const text = `\uFEFF${FAULTY.replaceAll('\n', '\r\n')}`;
    write('a.yaml', text);
    chmodSync(join(dir, 'a.yaml'), 0o640);
    await lint('--fix', 'a.yaml');
    expect(read('a.yaml')).toBe(text.replace('pickAll', 'PickAll'));
    expect(statSync(join(dir, 'a.yaml')).mode & 0o777).toBe(0o640);
  });

  it('does not change a text that is not UTF-8', async () => {
    const bytes = Buffer.from(`\uFEFF${FAULTY}`, 'utf16le');
    writeFileSync(join(dir, 'a.yaml'), bytes);
    expect((await lint('--fix', 'a.yaml')).report?.exitCode).toBe(1);
    expect(readFileSync(join(dir, 'a.yaml')).equals(bytes)).toBe(true);
  });

  it('follows a link within the repository, and none that leads outside', async () => {
    const elsewhere = temporaryFolder();
    writeFileSync(join(elsewhere, 'a.yaml'), FAULTY);
    mkdirSync(join(dir, '.git'));
    write('real/a.yaml', FAULTY);
    mkdirSync(join(dir, 'in'));
    symlinkSync('../real/a.yaml', join(dir, 'in/a.yaml'));
    await lint('--fix', 'in/a.yaml');
    expect(read('real/a.yaml')).toBe(MENDED);
    symlinkSync(join(elsewhere, 'a.yaml'), join(dir, 'in/out.yaml'));
    await lint('--fix', 'in').catch(() => undefined);
    await lint('--fix', 'in/out.yaml').catch(() => undefined);
    expect(readFileSync(join(elsewhere, 'a.yaml'), 'utf8')).toBe(FAULTY);
  });

  it('does not change what a chart renders', async () => {
    write('chart/Chart.yaml', 'apiVersion: v2\nname: shop\nversion: 0.1.0\n');
    write('chart/templates/a.yaml', FAULTY);
    await lint('--fix', '--render-with', 'off', 'chart');
    expect(read('chart/templates/a.yaml')).toBe(FAULTY);
  });

  it('keeps an edit that was made in the meantime', async () => {
    write('a.yaml', FAULTY);
    const { findings } = lintTexts({ files: [{ path: 'a.yaml', text: FAULTY }] }, RULES);
    const { files } = await fixedTree((texts) => Promise.resolve({ findings: texts.size === 0 ? findings : [] }), { cwd: dir });
    expect(files.map(({ after }) => after)).toEqual([MENDED]);
    write('a.yaml', `# somebody else\n${FAULTY}`);
    expect(() => writeFixes(files)).toThrow('a.yaml was changed while it was checked, and nothing was written; run it again');
    expect(read('a.yaml')).toBe(`# somebody else\n${FAULTY}`);
  });

  it('writes no file that is read-only, and none beside it', async () => {
    write('a.yaml', FAULTY);
    write('b.yaml', FAULTY.replace('name: shop', 'name: other'));
    chmodSync(join(dir, 'b.yaml'), 0o444);
    await expect(lint('--fix', '.')).rejects.toThrow('b.yaml is read-only, and nothing was written; make it writable, or exclude it');
    expect(read('a.yaml')).toBe(FAULTY);
    expect((await lint('--fix', '--dry-run', 'b.yaml')).out).toContain('PickAll');
    await lint('--fix', 'a.yaml');
    expect(read('a.yaml')).toBe(MENDED);
  });

  it.each([
    [['--dry-run'], '--dry-run goes with --fix'],
    [['--fix', '-'], 'standard input is not a file'],
    [['--fix', '--dry-run', '--format', 'text'], 'writes to standard output'],
  ])('refuses %j', async (flags, words) => {
    write('a.yaml', FAULTY);
    await expect(lint(...flags, 'a.yaml')).rejects.toThrow(words);
  });
});

function places(report: Report | undefined): readonly string[] | undefined {
  return report?.lint?.findings.map(({ rule, line, message }) => `${rule} ${line} ${message}`);
}

async function lint(...argv: readonly string[]): Promise<{ readonly report: Report | undefined; readonly out: string }> {
  const io = fakeIo({ cwd: dir });
  const { report } = await run(['lint', ...argv], io);
  return { report, out: io.out() };
}

function read(path: string): string {
  return readFileSync(join(dir, path), 'utf8');
}

function write(path: string, text: string): void {
  mkdirSync(join(dir, path, '..'), { recursive: true });
  writeFileSync(join(dir, path), text);
}
