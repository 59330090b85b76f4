import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const CLI = join(import.meta.dirname, '../../src/cli');
const PROGRAM = `
import { constants, openSync, writeSync } from 'node:fs';
import { whenMade } from ${JSON.stringify(join(CLI, 'process/lazy-stdio.ts'))};
import { processIo } from ${JSON.stringify(join(CLI, 'process/io.ts'))};
import { endNow, endWith, expectExitCode } from ${JSON.stringify(join(CLI, 'process/process-end.ts'))};
expectExitCode();
const made = [];
for (const output of ['stdout', 'stderr']) whenMade(output, () => made.push(output));
const io = processIo(new AbortController().signal);
const told = (value) => writeSync(2, JSON.stringify(value));
`;

/** What a program says on standard output, through the pipe of a shell, and on standard error. */
function said(program: string, pipe: string): { readonly out: string; readonly told: unknown } {
  const script = `TOLD=$(mktemp); "$@" 2>"$TOLD" ${pipe}; printf '\\n'; cat "$TOLD"; rm "$TOLD"`;
  const argv = [process.execPath, '--no-warnings', '--input-type=module', '--eval', PROGRAM + program];
  const out = execFileSync('bash', ['-c', script, '-', ...argv], { encoding: 'utf8' });
  const at = out.lastIndexOf('\n');
  return { out: out.slice(0, at), told: JSON.parse(out.slice(at + 1)) };
}

describe.runIf(process.platform === 'linux')('standard streams that nothing has made', () => {
  it('stay unmade while short texts go to a pipe', () => {
    const { out, told } = said("io.stdout.write('a'); io.stdout.write('b\\n'); endWith(0); told(made);", '| cat');
    expect([out, told]).toEqual(['ab\n', []]);
  });

  it.each([
    ['a file', '>"$TOLD.out"; cat "$TOLD.out"; rm "$TOLD.out"'],
    ['nothing', '>/dev/null'],
  ])('stay unmade while texts of any length go to %s', (where, pipe) => {
    const { out, told } = said("io.stdout.write('x'.repeat(100_000)); endWith(0); told(made);", pipe);
    expect([out.length, told]).toEqual([where === 'a file' ? 100_000 : 0, []]);
  });

  it('keep the order of what is written in any way', () => {
    const writes =
      "io.stdout.write('a'); io.stdout.write('b'.repeat(5000)); io.stdout.write('c'); process.stdout.write('d'); io.stdout.write('e');";
    const { out, told } = said(`${writes} endWith(0); endNow(); told(made[0]);`, '| cat');
    expect([out, told]).toEqual([`a${'b'.repeat(5000)}cde`, 'stdout']);
  });

  it('are made for a pipe that is full, and nobody waits', () => {
    const fill = `
      const full = openSync('/proc/self/fd/1', constants.O_WRONLY | constants.O_NONBLOCK);
      let filled = 0;
      try { for (;;) filled += writeSync(full, 'x'.repeat(4096)); } catch {}
      const start = performance.now();
      io.stdout.write('end');
      const waited = performance.now() - start;
      endWith(0);
      told([made[0], filled, waited < 1000]);
    `;
    const { out, told } = said(fill, '| { sleep 2; cat; }');
    expect(told).toEqual(['stdout', out.length - 3, true]);
    expect(out.slice(-4)).toBe('xend');
  });

  it('are made where the reader is gone, and the run ends with its code', () => {
    const late =
      "whenMade('stdout', (stream) => stream.on('error', () => undefined)); setTimeout(() => { io.stdout.write('a'); endWith(0); told(made[0]); }, 500);";
    const { out, told } = said(late, "| true; printf '%s' ${PIPESTATUS[0]}");
    expect([out, told]).toEqual(['0', 'stdout']);
  });
});
