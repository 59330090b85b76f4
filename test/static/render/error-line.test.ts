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
  [`Error: ${'x '.repeat(500)}\n`, `Error: ${'x '.repeat(196)}x…`],
])('%j', (stderr, line) => {
  expect(errorLine(stderr, [['/srv/repo/', '']])).toBe(line);
});

test.each([
  ["path '/srv/repo/prod-base': no file", "path 'prod-base': no file"],
  ["path '/srv/repo/prod2/a': no file", "path 'prod2/a': no file"],
  ["'/srv/repo/prod' must resolve to a file, /srv/repo/prod/a.yaml", "'it' must resolve to a file, a.yaml"],
  ['no file in /srv/repo/prod.', 'no file in it.'],
  ['in /srv/repo/prod: x', 'in it: x'],
  ['in ../srv/repo/prod/a', 'in ../srv/repo/prod/a'],
  ['in /srv/repo/prod.d', 'in prod.d'],
])('only whole paths are replaced: %s', (said, line) => {
  const folders = ['/srv/repo/prod/', '/srv/repo/prod', '/srv/repo/'].map((each) => [each, each.endsWith('prod') ? 'it' : ''] as const);
  expect(errorLine(said, folders)).toBe(line);
});
