import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { writeWhole } from '../../../src/cli/output/write-whole.ts';
import { gitRepository } from '../../support/trees/git-repository.ts';
import { temporaryFolder } from '../../support/trees/temporary-folder.ts';

const MODULE = JSON.stringify(join(import.meta.dirname, '../../../src/cli/output/write-whole.ts'));

/** Writes in a separate process, with the streams that the shell opens for it. */
function inShell(command: string, path: string, text: string): string {
  const source = `import { writeWhole } from ${MODULE}; process.stdout.write('first\\n'); writeWhole(${JSON.stringify(path)}, ${JSON.stringify(text)});`;
  return execFileSync('bash', ['-c', command], {
    env: { ...process.env, NODE: process.execPath, SOURCE: source },
    encoding: 'utf8',
    stdio: 'pipe',
  });
}
afterEach(() => {
  vi.unstubAllEnvs();
});

const NODE = '"$NODE" --input-type=module --eval "$SOURCE"';

describe('a file is written completely or not at all', () => {
  it('keeps its mode or gets the given one, and leaves no temporary file', () => {
    const dir = temporaryFolder();
    const path = join(dir, 'deep/er/report.json');
    writeWhole(path, 'one');
    chmodSync(path, 0o640);
    writeWhole(path, 'two');
    expect([readFileSync(path, 'utf8'), statSync(path).mode & 0o777]).toEqual(['two', 0o640]);
    writeWhole(path, 'three', 0o600);
    expect([readFileSync(path, 'utf8'), statSync(path).mode & 0o777]).toEqual(['three', 0o600]);
    expect(readdirSync(join(dir, 'deep/er'))).toEqual(['report.json']);
  });

  it('is never visible half written, and open readers keep the old content', () => {
    const path = join(temporaryFolder(), 'report.json');
    writeWhole(path, 'old');
    const fd = openSync(path, 'r');
    writeWhole(path, 'n'.repeat(1_000_000));
    expect(readFileSync(fd, 'utf8')).toBe('old');
    closeSync(fd);
    expect(statSync(path).size).toBe(1_000_000);
  });

  it.runIf(existsSync('/bin/bash'))('is unchanged if the disk is full, and leaves no temporary file', () => {
    const dir = temporaryFolder();
    const path = join(dir, 'report.json');
    writeWhole(path, 'old');
    // SIGXFSZ is heard by the process as the tool hears it; the write then fails.
    const source = `import { writeWhole } from ${MODULE}; process.on('SIGXFSZ', () => {}); try { writeWhole(${JSON.stringify(path)}, 'x'.repeat(100_000)); } catch (error) { process.stdout.write(error.code); }`;
    const said = execFileSync('bash', ['-c', `ulimit -f 10; ${NODE}`], {
      env: { ...process.env, NODE: process.execPath, SOURCE: source },
      encoding: 'utf8',
    });
    expect([said, readFileSync(path, 'utf8'), readdirSync(dir)]).toEqual(['EFBIG', 'old', ['report.json']]);
  });

  it('is refused if its path is a folder, or if its folder is a file', () => {
    const dir = temporaryFolder();
    mkdirSync(join(dir, 'folder'));
    writeFileSync(join(dir, 'file'), '');
    expect(() => writeWhole(join(dir, 'folder'), 'x')).toThrow('EISDIR');
    expect(() => writeWhole(join(dir, 'file/report.json'), 'x')).toThrow(/EEXIST|ENOTDIR/);
    expect(readdirSync(dir).toSorted()).toEqual(['file', 'folder']);
  });
});

describe('a link', () => {
  it('is followed, also to a file that does not exist yet', () => {
    const dir = temporaryFolder();
    mkdirSync(join(dir, 'there'));
    symlinkSync('there/a.json', join(dir, 'link'));
    for (const text of ['one', 'two']) {
      writeWhole(join(dir, 'link'), text);
      expect([readFileSync(join(dir, 'there/a.json'), 'utf8'), readlinkSync(join(dir, 'link'))]).toEqual([text, 'there/a.json']);
    }
  });

  it('of a repository is followed within it, and never out of it', () => {
    const outside = temporaryFolder();
    writeFileSync(join(outside, 'victim'), 'mine');
    const { dir, write } = gitRepository({ 'a.yaml': '' });
    write('out/x', '');
    symlinkSync('out/report.json', join(dir, 'within'));
    symlinkSync(join(outside, 'victim'), join(dir, 'file'));
    symlinkSync(join(outside, 'new'), join(dir, 'dangling'));
    symlinkSync(outside, join(dir, 'folder'));
    symlinkSync('file', join(dir, 'twice'));
    writeWhole(join(dir, 'within'), 'x');
    expect(readFileSync(join(dir, 'out/report.json'), 'utf8')).toBe('x');
    for (const name of ['file', 'dangling', 'folder/victim', 'twice'])
      expect(() => writeWhole(join(dir, name), 'x'), name).toThrow('a link leads out of the repository');
    expect([readFileSync(join(outside, 'victim'), 'utf8'), readdirSync(outside)]).toEqual(['mine', ['victim']]);
  });

  // SECURITY.md: The tree cannot make the Action read outside the repository, nor write there
  it('to another repository is not followed, and no folder is created there', () => {
    const other = gitRepository({ 'package.json': '{}' });
    const { dir } = gitRepository({ 'a.yaml': '' });
    symlinkSync(other.dir, join(dir, 'folder'));
    for (const name of ['folder/package.json', 'folder/new.json', 'folder/new/report.json'])
      expect(() => writeWhole(join(dir, name), 'x'), name).toThrow('a link leads out of the repository');
    expect(other.git('status', '--porcelain')).toBe('');
  });

  // SECURITY.md: The tree cannot make the Action read outside the repository, nor write there
  it('out of a workspace without git is not followed either', () => {
    const [dir, outside] = [temporaryFolder(), temporaryFolder()];
    symlinkSync(join(outside, 'new'), join(dir, 'report.json'));
    symlinkSync(outside, join(dir, 'folder'));
    mkdirSync(join(dir, 'deep'));
    symlinkSync('../report.json', join(dir, 'deep/report.json'));
    vi.stubEnv('GITHUB_WORKSPACE', dir);
    for (const name of ['report.json', 'folder/report.json', 'folder/new/report.json', 'deep/report.json'])
      expect(() => writeWhole(join(dir, name), 'x'), name).toThrow('a link leads out of the repository');
    expect(readdirSync(outside)).toEqual([]);
    writeWhole(join(outside, 'report.json'), 'x');
    writeWhole(join(dir, 'out/report.json'), 'x');
  });

  it('above a repository is followed', () => {
    const { dir } = gitRepository({ 'a.yaml': '' });
    const link = join(temporaryFolder(), 'checkout');
    symlinkSync(dir, link);
    writeWhole(join(link, 'out/report.json'), 'x');
    expect(readFileSync(join(dir, 'out/report.json'), 'utf8')).toBe('x');
  });

  it('to a file of git is not followed, and git runs nothing that a report holds', () => {
    const { dir } = gitRepository({ 'a.yaml': '' });
    symlinkSync('.git/hooks', join(dir, 'hooks'));
    symlinkSync('.git/config', join(dir, 'report.json'));
    const config = readFileSync(join(dir, '.git/config'), 'utf8');
    for (const name of ['report.json', 'hooks/post-checkout', '.git/hooks/post-checkout'])
      expect(() => writeWhole(join(dir, name), 'x'), name).toThrow("it is among git's own files");
    expect([readFileSync(join(dir, '.git/config'), 'utf8'), existsSync(join(dir, '.git/hooks/post-checkout'))]).toEqual([config, false]);
    symlinkSync('.git', join(dir, 'out'));
    expect(() => writeWhole(join(dir, 'out/new/report.json'), 'x')).toThrow("it is among git's own files");
    expect(existsSync(join(dir, '.git/new'))).toBe(false);
  });

  it('to itself is an error', () => {
    const dir = temporaryFolder();
    symlinkSync('b', join(dir, 'a'));
    symlinkSync('a', join(dir, 'b'));
    expect(() => writeWhole(join(dir, 'a'), 'x')).toThrow('a link that leads to itself');
  });
});

describe.runIf(process.platform !== 'win32')('an output that is not a file', () => {
  it('standard output is appended to, whether it is a file or a pipe', () => {
    const out = join(temporaryFolder(), 'out');
    inShell(`${NODE} > ${out}`, '/dev/stdout', 'second\n');
    expect(readFileSync(out, 'utf8')).toBe('first\nsecond\n');
    expect(inShell(`${NODE} | cat`, '/dev/stdout', 'second\n')).toBe('first\nsecond\n');
    expect(inShell(`${NODE} 3>&1 >/dev/null`, '/dev/fd/3', 'second\n')).toBe('second\n');
    expect(inShell(`${NODE} 2>&1 >/dev/null`, '/dev/stderr', 'second\n')).toBe('second\n');
  });

  it('a pipe gets the whole text, and a pipe without a reader does not block the program', async () => {
    const path = join(temporaryFolder(), 'pipe');
    execFileSync('mkfifo', [path]);
    expect(() => writeWhole(path, 'x')).toThrow('a pipe that has no reader');
    const reader = spawn('cat', [path]);
    let read = 0;
    reader.stdout.on('data', (chunk: Buffer) => (read += chunk.length));
    const ended = new Promise((resolve) => void reader.on('close', resolve));
    await untilRead(path);
    await ended;
    expect(read).toBe(1_000_000);
  });

  it.runIf(existsSync('/dev/full'))('a full device is an error', () => {
    writeWhole('/dev/null', 'x');
    expect(() => writeWhole('/dev/full', 'x')).toThrow('ENOSPC');
  });
});

/** Writes in a separate process as soon as the pipe has a reader. */
async function untilRead(path: string): Promise<void> {
  const source = `import { writeWhole } from ${MODULE};
    for (;;) { try { writeWhole(${JSON.stringify(path)}, 'x'.repeat(1_000_000)); break; } catch (error) { if (!error.message.includes('nobody reads')) throw error; } await new Promise((go) => setTimeout(go, 10)); }`;
  const writer = spawn(process.execPath, ['--input-type=module', '--eval', source], { stdio: 'inherit' });
  const code = await new Promise((resolve) => void writer.on('close', resolve));
  expect(code).toBe(0);
}
