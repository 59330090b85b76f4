import { expect, test } from 'vitest';
import { errorLine } from '../../../src/static/read/render/error-line.ts';

test.each([
  ['Error: no such file\nUsage: x\n', 'Error: no such file'],
  ['WARNING: a\nwalk.go:74: found symbolic link\nError: b\n', 'Error: b'],
  ['\n\nerror: c\n', 'error: c'],
  ['panic: d\n', 'panic: d'],
  ['', 'it failed without a message'],
  [
    'Error: trouble with config: `\nname: x\n`: must specify --enable-helm\n',
    'Error: trouble with config: ` name: x `: must specify --enable-helm',
  ],
  ['E1122 04:43:53.397817   16774 run.go:72] "command failed" err="no \\"a\\" in /srv/repo/over/a"\n', 'no "a" in over/a'],
  ['E1122 04:43:53.700213   16794 run.go:72] "command failed" err=<\n\ttrouble: `\n\tx\n >\n', 'trouble: ` x'],
  [`Error: ${'x'.repeat(500)}\n`, `Error: ${'x'.repeat(393)}…`],
])('%j', (stderr, line) => {
  expect(errorLine(stderr, [['/srv/repo/', '']])).toBe(line);
});
