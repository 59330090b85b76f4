import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { runApart } from '../../src/cli/worker/run-in-worker.ts';
import { run } from '../../src/cli/commands/run.ts';
import { ConfigError } from '../../src/errors.ts';
import { flagTerms } from '../../src/terms.ts';
import { fakeIo } from '../support/fake-io.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const WORKER = new URL('../../src/cli/worker/worker.ts', import.meta.url);
/** What a hostile tree can do to whoever judges it. */
const BUSY = new URL('data:text/javascript,for(;;);');
const HUNGRY = new URL('data:text/javascript,const all = []; for(;;) all.push(new Array(1000).fill(0).map(String));');
const REFUSED =
  'apiVersion: placement.kubernetes-fleet.io/v1\nkind: ClusterResourcePlacement\nmetadata: {name: web}\nspec: {policy: {placementType: PickFixed}}\n';
const MANIFEST = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n';

describe('a judgement in a worker', () => {
  it('says of files and standard input what it says without', async () => {
    const cwd = treeOf({ 'a.yaml': MANIFEST });
    const argv = ['lint', 'a.yaml', '-', '--format', 'json'];
    const [apart, plain] = [fakeIo({ cwd, stdin: MANIFEST }), fakeIo({ cwd, stdin: MANIFEST })];
    const { exitCode } = await runApart(argv, apart, flagTerms, { worker: WORKER, terms: 'flags' });
    expect([exitCode, apart.out()]).toEqual([(await run(argv, plain)).exitCode, plain.out()]);
  });

  it('says of hundreds of files, which the main thread reads for it, what it says without', async () => {
    const files = Array.from({ length: 700 }, (_, index) => [`${index}.yaml`, MANIFEST.replace('name: a', `name: a-${index % 600}`)]);
    const large = `${MANIFEST}data:\n  text: ${'x'.repeat(300_000)}\n`;
    const cwd = treeOf({ ...Object.fromEntries(files), 'large.yaml': large, 'refused.yaml': REFUSED, 'broken.yaml': `${MANIFEST} b` });
    const argv = ['lint', '--format', 'json'];
    const [apart, plain] = [fakeIo({ cwd }), fakeIo({ cwd })];
    const { exitCode } = await runApart(argv, apart, flagTerms, { worker: WORKER, terms: 'flags' });
    expect([exitCode, apart.out()]).toEqual([(await run(argv, plain)).exitCode, plain.out()]);
    expect(plain.out()).toContain('refused.yaml');
  });

  it.each([
    [['--no-color', 'lint', 'a.yaml'], true],
    [['--format', 'json', 'plan'], true],
    [['--namespace', 'lint', 'diagnose', 'crp/shop', '--from', 'nope.yaml'], false],
    [['--nonsense', 'lint'], false],
  ])('%j is judged apart: %s', async (argv, isApart) => {
    const marker = new URL('data:text/javascript,throw new RangeError("apart")');
    const ended = runApart(argv, fakeIo({ cwd: treeOf({ 'a.yaml': MANIFEST }) }), flagTerms, { worker: marker, terms: 'flags' });
    const error: unknown = await ended.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(error instanceof RangeError).toBe(isApart);
  });

  it('gives a workflow the whole report', async () => {
    const cwd = treeOf({ 'a.yaml': MANIFEST });
    const { report } = await runApart(['lint'], fakeIo({ cwd }), flagTerms, { worker: WORKER, terms: 'inputs' });
    expect(report).toEqual((await run(['lint'], fakeIo({ cwd }))).report);
  });

  it('makes a page that leads to the judged lines', async () => {
    const cwd = treeOf({ 'a.yaml': REFUSED });
    const source = { server: 'https://github.com', repository: 'contoso/fleet', sha: 'c0ffee0' };
    const io = fakeIo({ cwd });
    await runApart(['lint', '--format', 'html'], { ...io, source }, flagTerms, { worker: WORKER, terms: 'inputs' });
    expect(io.out()).toContain('<a href="https://github.com/contoso/fleet/blob/c0ffee0/a.yaml#L');
  });

  it.each([
    ['wrong usage', ['lint', '--nonsense'], ConfigError],
    ['a missing file', ['lint', 'nope'], ConfigError],
    ['a wrong deadline', ['lint', '--deadline', 'soon'], ConfigError],
  ])('keeps what %s is', async (_, argv, kind) => {
    const io = fakeIo({ cwd: treeOf({}) });
    await expect(runApart(argv, io, flagTerms, { worker: WORKER, terms: 'flags' })).rejects.toBeInstanceOf(kind);
  });

  it('keeps the stack of a fault of its own', async () => {
    const faulty = new URL('data:text/javascript,function culprit() { throw new TypeError("a bug"); } culprit();');
    const ended = runApart(['lint'], fakeIo({ cwd: treeOf({}) }), flagTerms, { worker: faulty, terms: 'flags' });
    await expect(ended).rejects.toMatchObject({ name: 'TypeError', stack: expect.stringContaining('culprit') });
  });

  it('a worker that ends without a word is a fault', async () => {
    const silent = new URL('data:text/javascript,process.exit()');
    const io = fakeIo({ cwd: treeOf({}) });
    await expect(runApart(['lint', '--format', 'json'], io, flagTerms, { worker: silent, terms: 'flags' })).rejects.toThrow(
      'without a result',
    );
    // A program that reads the report alone learns it too.
    expect(JSON.parse(io.out())).toMatchObject({ command: 'lint', outcome: 'ownFault', exitCode: 99 });
  });

  it('that never ends is cancelled, with a report', async () => {
    const cwd = treeOf({});
    const cancel = new AbortController();
    const io = fakeIo({ cwd, signal: cancel.signal });
    const argv = ['plan', '--format', 'json=out.json'];
    const ended = runApart(argv, io, flagTerms, { worker: BUSY, terms: 'flags' });
    cancel.abort();
    expect(await ended).toMatchObject({ exitCode: 130, report: { command: 'plan', outcome: 'cancelled' } });
    expect(JSON.parse(readFileSync(join(cwd, 'out.json'), 'utf8'))).toMatchObject({ outcome: 'cancelled', exitCode: 130 });
  });

  it('that never ends leaves nothing behind', async () => {
    const cwd = treeOf({ 'a.yaml': MANIFEST });
    const folder = treeOf({ 'a.yaml': MANIFEST });
    const leaving = `import { parentPort } from 'node:worker_threads';
      parentPort.postMessage({ kind: 'leftover', id: 1, leftover: { kind: 'folder', path: ${JSON.stringify(folder)} } });
      parentPort.postMessage({ kind: 'deadline', ms: 50 });
      for (;;);`;
    const worker = new URL(`data:text/javascript,${encodeURIComponent(leaving)}`);
    expect(await runApart(['lint'], fakeIo({ cwd }), flagTerms, { worker, terms: 'flags' })).toMatchObject({ exitCode: 6 });
    expect(existsSync(folder)).toBe(false);
  });

  it('that takes longer than its deadline did not judge', async () => {
    const telling = new URL(
      'data:text/javascript,import { parentPort } from "node:worker_threads"; parentPort.postMessage({ kind: "deadline", ms: 50 }); for(;;);',
    );
    const io = fakeIo({ cwd: treeOf({}) });
    const argv = ['lint', '--deadline', '50ms', '--format', 'json'];
    expect(await runApart(argv, io, flagTerms, { worker: telling, terms: 'flags' })).toMatchObject({ exitCode: 6 });
    expect(io.err()).toMatch(/^fleet-gate: nothing was checked: not done after .*--deadline DURATION\n$/);
    expect(JSON.parse(io.out())).toMatchObject({ outcome: 'notEvaluated', message: expect.stringContaining('nothing was checked') });
  });

  it('says its deadline itself', async () => {
    const io = fakeIo({ cwd: treeOf({ 'a.yaml': MANIFEST }) });
    const { exitCode } = await runApart(['lint', '--deadline', '1ms', '.'], io, flagTerms, { worker: WORKER, terms: 'flags' });
    // Whichever comes first, the verdict or its end: never a pass that was not checked.
    expect(exitCode === 6 ? io.err() : io.out()).toMatch(exitCode === 6 ? /nothing was checked/ : /^PASSED/);
  });

  it('that takes more memory than it may did not judge', async () => {
    const io = fakeIo({ cwd: treeOf({}) });
    const ended = await runApart(['lint'], io, flagTerms, { worker: HUNGRY, terms: 'flags', memory: 30 });
    expect(ended).toMatchObject({ exitCode: 6, report: { outcome: 'notEvaluated' } });
    expect(io.err()).toMatch(/^fleet-gate: nothing was checked: 30 MB of memory are not enough; .*\n$/);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('hears %s while it is busy', async (signal) => {
    const folder = treeOf({ 'worker.js': 'process.stdout.write("busy"); setTimeout(() => { for (;;); }, 50);' });
    const main = JSON.stringify(join(import.meta.dirname, '../../src/cli/main.ts'));
    const source = `import { main } from ${main}; await main(${JSON.stringify(join(folder, 'cli.js'))});`;
    // Asking for a deadline asks for the worker.
    const argv = ['fleet-gate', 'lint', '--deadline', '5m'];
    const child = spawn(process.execPath, ['--input-type=module', '--eval', source, '--', ...argv], { cwd: folder });
    await once(child.stdout, 'data');
    child.kill(signal);
    expect(await once(child, 'close')).toEqual([130, null]);
  });
});

function treeOf(files: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}
