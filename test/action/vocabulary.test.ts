import { describe, expect, test } from 'vitest';
import { FLAG_INPUTS } from '../../src/action/inputs.ts';
import { inInputWords, ioInInputWords, reportInInputWords } from '../../src/action/vocabulary.ts';
import { FAILURES } from '../../src/gates/catalogue/index.gen.ts';
import type { Report } from '../../src/report.ts';

describe('the words of the inputs', () => {
  test.each([
    ['give --base REF or --base-dir DIR', 'give `base` or `base-dir`'],
    ['If fewer are acceptable, say so with --allow-partial.', 'If fewer are acceptable, say so with `allow-partial: true`.'],
    ['--manifests deploy/: no Kubernetes object in it', '`manifests` deploy/: no Kubernetes object in it'],
    [
      'Give the gate access with --member m2=CONTEXT to name the cause.',
      'Give the gate access with `member` m2=CONTEXT to name the cause.',
    ],
    ['--member "x": write CLUSTER=CONTEXT', '`member` "x": write CLUSTER=CONTEXT'],
    ['Gate it with --for applied if a part is enough.', 'Gate it with `for` applied if a part is enough.'],
    ['judge by `--target main`', 'judge by `target main`'],
    ['known only with `--clusters`', 'known only with `clusters`'],
    ['--format json=out/report.json: cannot be written (EACCES)', '`report-file` out/report.json: cannot be written (EACCES)'],
    [
      '--format: two reports cannot both go to a; write one to a file of its own',
      '`report-file` and `sarif-file`: two reports cannot both go to a; write one to a file of its own',
    ],
    ['--format sarif=out.sarif: cannot be written (EACCES)', '`sarif-file` out.sarif: cannot be written (EACCES)'],
  ])('%s', (said, meant) => {
    expect(inInputWords(said)).toBe(meant);
  });

  test.each([
    'List them: kubectl get crs --selector app=web --context hub --namespace shop',
    'nothing is --as-it-seems, and x--base is no flag',
    'List them (kubectl get memberclusters --context hub)',
  ])('leaves alone: %s', (said) => {
    expect(inInputWords(said)).toBe(said);
  });

  test('take up again after a command', () => {
    expect(inInputWords('give --clusters FILE (kubectl get memberclusters --context hub), or --kubeconfig to read them')).toBe(
      'give `clusters` (kubectl get memberclusters --context hub), or `kubeconfig` to read them',
    );
  });
});

test('no remedy of a failure tells a user of the Action to give a flag', () => {
  const flags = FLAG_INPUTS.map(({ name }) => name).join('|');
  const flag = new RegExp(`(?<!kubectl [^\`);]*)(?<![\\w-])--(?:${flags})(?![\\w-])`);
  const texts = FAILURES.flatMap((failure) => [failure.title, failure.explain, ...failure.remedy]);
  expect(texts.filter((text) => flag.test(text)).length).toBeGreaterThan(3);
  expect(texts.map(inInputWords).filter((text) => flag.test(text))).toEqual([]);
});

test('a report keeps everything but its sentences', () => {
  const report = { schema: 'report-v1', message: 'give --base REF', file: '--base/x.yaml', evidence: ['said --base'] };
  expect(reportInInputWords(report as unknown as Report)).toEqual({ ...report, message: 'give `base`' });
});

test('output passes through word for word but for the flags', () => {
  const written: string[] = [];
  const terminal = { write: (text: string) => void written.push(text), isTTY: false, columns: 80, rows: 24 };
  const silent = { env: {}, cwd: '/', stdin: () => Promise.resolve(''), signal: new AbortController().signal, now: () => new Date(0) };
  const { stdout, stderr } = ioInInputWords({ ...silent, stdout: terminal, stderr: terminal });
  stdout.write('      do: say so with --allow-empty.\n      do: kubectl get crp --context hub\n');
  stderr.write('no fleet: give --clusters FILE\n');
  expect(written).toEqual([
    '      do: say so with `allow-empty: true`.\n      do: kubectl get crp --context hub\n',
    'no fleet: give `clusters`\n',
  ]);
});
