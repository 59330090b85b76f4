/** If standard output does not accept the report, the process exits with 2 and says why, for any verdict. */
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEmbeddedHub, type EmbeddedHub } from '../../src/demo/hub/embedded-hub.ts';
import { troubledRun, type Ended } from '../support/process/troubled-run.ts';

let hub: EmbeddedHub;
let dir = '';
beforeAll(async () => {
  hub = await startEmbeddedHub();
  dir = mkdtempSync(join(tmpdir(), 'fleet-gate-unwritten-'));
  writeFileSync(join(dir, 'kubeconfig'), hub.kubeconfig(), { mode: 0o600 });
  writeFileSync(join(dir, 'a.yaml'), 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, namespace: b}\n');
});
afterAll(async () => {
  await hub.close();
  rmSync(dir, { recursive: true, force: true });
});

/** Each ends with 0 where its output is taken. */
const PASSING = [
  '--help',
  'explain',
  'explain --format json',
  // What judges ends its process as soon as its report is out.
  'lint a.yaml --allow-nothing --format json',
  'snapshot crp/a --kubeconfig kubeconfig --out -',
];

function run(asked: string, shell: string): Promise<Ended> {
  return troubledRun({ entry: 'src/cli.ts', argv: asked.split(' '), cwd: dir, shell });
}

describe.runIf(existsSync('/dev/full') && existsSync('/bin/bash'))('standard output', () => {
  it.each(PASSING)('on a full disk is handled: %s', async (asked) => {
    expect(await run(asked, '"$@" >/dev/null'), 'with room').toMatchObject({ code: 0 });
    expect(await run(asked, '"$@" >/dev/full')).toMatchObject({
      code: 2,
      err: expect.stringContaining('standard output cannot be written (ENOSPC)'),
    });
  });

  it('to a file that takes only its start is reported', async () => {
    const { code, err } = await run('explain --format json', 'ulimit -f 1; "$@" >out');
    expect([code, err]).toEqual([2, expect.stringContaining('standard output cannot be written (EFBIG)')]);
    expect(statSync(join(dir, 'out')).size).toBe(1024);
  });

  it('to a file with room is complete, after the earlier content', async () => {
    const whole = await run('explain --format json', '"$@"');
    await run('explain --format json', 'echo before >out; "$@" >>out');
    expect(readFileSync(join(dir, 'out'), 'utf8')).toBe(`before\n${whole.out}`);
  });
});
