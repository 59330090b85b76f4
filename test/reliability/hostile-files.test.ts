import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Report } from '../../src/report.ts';
import { BOMBS } from '../support/fuzz/bombs.ts';
import { startCli } from '../support/fuzz/start-cli.ts';
import { reliability } from '../support/reliability.ts';
import { temporaryFolder } from '../support/trees/temporary-folder.ts';

const suite = reliability('hostile-files', {
  title: 'Hostile files',
  proves:
    'The real command line runs with little memory on hostile trees. It ends with a documented exit code and names the files that it did not check. A file that is too large to read and has an object of KubeFleet gives exit code 6.',
});

const placement = (name: string): string =>
  `apiVersion: placement.kubernetes-fleet.io/v1\nkind: ClusterResourcePlacement\nmetadata: {name: ${name}}\nspec: {resourceSelectors: [{group: "", version: v1, kind: Namespace, name: ${name}}], policy: {placementType: PickAll}}\n---\napiVersion: v1\nkind: Namespace\nmetadata: {name: ${name}}\n`;
const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le');

/** Files that are read as they are; their names and what they are made of. */
const READ: Readonly<Record<string, string | Buffer>> = {
  'line\nfeed.yaml': placement('a1'),
  '\u001B[31m.yaml': placement('a2'),
  '::error::x.yaml': placement('a3'),
  '<img src=x>.yaml': placement('a4'),
  '\u202Egnp.yaml': placement('a5'),
  "it's `$(id)`.yaml": placement('a6'),
  'bom.yaml': `\uFEFF${placement('a7')}`,
  'crlf.yaml': placement('a8').replaceAll('\n', '\r\n'),
  'utf16le.yaml': Buffer.concat([Buffer.from([0xff, 0xfe]), utf16(placement('a9'))]),
  'utf16be.yaml': Buffer.concat([Buffer.from([0xfe, 0xff]), utf16(placement('b1')).swap16()]),
  'latin1.yaml': Buffer.from(`# \u00E4\n${placement('b2')}`, 'latin1'),
};
/** Files that are not judged, or not whole, and why. */
const UNREAD: Readonly<Record<string, readonly [content: string | Buffer, reason: RegExp]>> = {
  'cr.yaml': [placement('c1').replaceAll('\n', '\r'), /continues after its end/],
  'nul.yaml': [`${placement('c2')}x: \0\n`, /not a text file/],
  'utf16-without-mark.yaml': [utf16(placement('c3')), /UTF-16 without a byte order mark/],
  'separator.yaml': [`# c\u2028${placement('c4')}`, /kubectl begins a new line/],
  'surrogate.yaml': [placement('"\\ud800"'), /cannot be parsed/],
};

describe('a tree', () => {
  test('of unusual files is read as far as possible, and the rest is named', async () => {
    const cwd = temporaryFolder();
    mkdirSync(path.join(cwd, '.git'));
    const contents = [...Object.entries(READ), ...Object.entries(UNREAD).map(([name, [content]]) => [name, content] as const)];
    for (const [name, content] of contents) writeFileSync(path.join(cwd, name), content);
    const others = await notFiles(cwd);
    const { exitCode, out, err } = await startCli(['lint', '--format', 'json'], cwd, 128);
    expect([exitCode, err]).toEqual([1, '']);
    const { lint } = JSON.parse(out) as Report;
    expect(lint?.files).toBe(contents.length - 2);
    const told = new Map((lint?.notEvaluated ?? []).map(({ file, reason, fleetObject }) => [file, `${reason} ${String(fleetObject)}`]));
    for (const [name, [, reason]] of Object.entries(UNREAD)) expect([name, told.get(name)]).toEqual([name, expect.stringMatching(reason)]);
    for (const [name, reason] of others) expect([name, told.get(name)]).toEqual([name, expect.stringMatching(reason)]);
    expect([...told.keys()].toSorted()).toEqual([...Object.keys(UNREAD), ...others.keys()].toSorted());
    suite.tell({
      tried: 'names with line feeds, escapes, commands, markup and right-to-left marks; encodings; links, loops, pipes, sockets, devices',
      times: contents.length + others.size,
      outcome: 'read as kubectl reads it, or named with a reason',
    });
  });

  test.each(['lint', 'plan'])('that is only a link, a pipe or a device ends %s with a sentence', async (command) => {
    const cwd = temporaryFolder();
    mkdirSync(path.join(cwd, '.git'));
    await notFiles(cwd);
    // A plan asks for the clusters first.
    const unread = command === 'lint' ? 6 : 2;
    const attempts: readonly (readonly [argv: readonly string[], exit: number])[] = [
      // A file that is named and not read may hold anything.
      [['pipe.yaml'], unread],
      [['socket.yaml'], unread],
      [['loop.yaml'], 2],
      [['zero.yaml'], 2],
      [['/dev/zero'], 3],
      [['folder.yaml'], 3],
      [['.', '--config', 'pipe.yaml'], 2],
      [['.', '--config', 'folder.yaml'], 2],
      [['.', '--clusters', 'pipe.yaml'], 3],
      [['.', '--clusters', '/dev/zero'], 3],
    ];
    for (const [argv, exit] of suite.whole ? attempts : attempts.slice(0, 2)) {
      const { exitCode, out, err } = await startCli([command, ...argv], cwd, 128);
      expect([argv, exitCode]).toEqual([argv, exit]);
      expect(exit === 6 ? out : err).toMatch(exit === 6 ? /^NOT EVALUATED: .+\n/ : /^fleet-gate: .+\n$/);
    }
    suite.tell({
      tried: `${command} of a pipe, a socket, a loop or a device, as tree, configuration or clusters`,
      times: attempts.length,
      outcome: 'one sentence, exit 2, 3 or 6',
    });
  });
});

describe('a bomb', () => {
  const bombs = Object.entries(BOMBS);
  test.each(suite.whole ? bombs : bombs.slice(0, 1))('of %s ends', async (_, { make, exits, says }) => {
    const cwd = temporaryFolder();
    writeFileSync(path.join(cwd, 'bomb.yaml'), `${placement('shop')}---\n${make()}`);
    const { exitCode, out, err } = await startCli(['lint', '.'], cwd, MEMORY);
    expect([exitCode, `${out}${err}`.slice(0, 2000)]).toEqual([exits, expect.stringMatching(says)]);
    expect(out.length + err.length).toBeLessThan(1_000_000);
  });

  test('is reported', () => {
    suite.tell({
      tried: `files of up to 200 MB made to fill ${MEMORY} MB of memory or to take very long: aliases, merge keys, nesting, values, texts, lines, documents`,
      times: bombs.length,
      outcome: 'judged, or named as not evaluated with exit 6, or 1 beside errors',
    });
  });
});

/** Megabytes of the heap. */
const MEMORY = 768;

/** Entries with the name of a manifest that are not files, and the expected message for each. */
async function notFiles(cwd: string): Promise<ReadonlyMap<string, RegExp>> {
  mkdirSync(path.join(cwd, 'folder.yaml'));
  execFileSync('mkfifo', [path.join(cwd, 'pipe.yaml')]);
  await socketAt(path.join(cwd, 'socket.yaml'));
  const links = {
    'loop.yaml': 'loop2.yaml',
    'loop2.yaml': 'loop.yaml',
    'zero.yaml': '/dev/zero',
    'passwd.yaml': '/etc/passwd',
    up: '..',
    'git.yaml': '.git/config',
  };
  writeFileSync(path.join(cwd, '.git/config'), 'a: b\n');
  for (const [name, target] of Object.entries(links)) symlinkSync(target, path.join(cwd, name));
  symlinkSync('.', path.join(cwd, 'folder.yaml', 'below'));
  const away = /leads out of the directory/;
  return new Map([
    ['pipe.yaml', /a pipe, a socket or a device/],
    ['socket.yaml', /a pipe, a socket or a device/],
    ['loop.yaml', /leads back to itself/],
    ['loop2.yaml', /leads back to itself/],
    ['zero.yaml', away],
    ['passwd.yaml', away],
    ['up', away],
    ['git.yaml', /git's own files/],
  ]);
}

/** A socket without a listener; closing the server would remove it. */
async function socketAt(file: string): Promise<void> {
  const moved = `${file}.moved`;
  const server = createServer().listen(moved);
  await new Promise((resolve) => server.once('listening', resolve));
  execFileSync('mv', [moved, file]);
  await new Promise((resolve) => server.close(resolve));
}
