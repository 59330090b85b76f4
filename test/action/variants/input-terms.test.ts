/** A reader of a workflow knows inputs, not flags. So no sentence of the Action names a flag that is an input. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { inputTerms } from '../../../src/action/input-terms.ts';
import { inputsToArgv, readInputs } from '../../../src/action/inputs.ts';
import { FLAGS } from '../../../src/cli/command-line/flags.ts';
import { run } from '../../../src/cli/commands/run.ts';
import { FAILURES } from '../../../src/gates/catalogue/index.gen.ts';
import { listRules } from '../../../src/static/judge/explain.ts';
import { RULES } from '../../../src/static/rules/index.gen.ts';
import { inTerms } from '../../../src/terms.ts';
import { fakeIo } from '../../support/process/fake-io.ts';
import { temporaryFolder } from '../../support/trees/temporary-folder.ts';
import { sourceTexts, textsIn } from '../../support/texts/texts-of-source.ts';

const NAMES = FLAGS.map(({ name }) => name).join('|');
/**
 * A flag in a sentence; `{--base}` is a placeholder, and what follows `kubectl`, or the placeholder of a hub or a member, is a command to
 * copy.
 */
const FLAG = new RegExp(String.raw`(?<![\w{-])--(?:${NAMES})(?![\w-])`);
const COMMAND = /(?:\b(?:kubectl|fleet-gate|git|gh|az) |\{(?:hub|member)\} |^(?=(?:apply|create) --dry-run=server))[^`);\n]*/g;
const namesFlag = (text: string): boolean => FLAG.test(text.replaceAll(COMMAND, ''));

test.each([
  ['base', undefined, '`base`'],
  ['base', 'REF', '`base: REF`'],
  ['target', 'main', '`target: main`'],
  ['allow-partial', undefined, '`allow-partial: true`'],
  ['plan', undefined, '`plan: true`'],
  ['format', 'json=out/report.json', '`report-file: out/report.json`'],
  ['format', 'sarif=out.sarif', '`sarif-file: out.sarif`'],
  ['format', 'html=out.html', '`html-file: out.html`'],
  ['format', undefined, '`report-file`, `sarif-file` and `html-file`'],
  ['from', 'dump.yaml', '--from dump.yaml'],
] as const)('%s %s is called %s', (name, value, written) => {
  expect(inputTerms(name, value)).toBe(written);
});

test.each([
  ['say so with {--allow-partial}.', 'say so with `allow-partial: true`.'],
  ['from a base (`{--base}`, `{--base-dir}`)', 'from a base (`base`, `base-dir`)'],
  ['give it access with {--member {cluster}=CONTEXT}', 'give it access with `member: {cluster}=CONTEXT`'],
  ['see `kubectl get crp --context hub` of {cluster}', 'see `kubectl get crp --context hub` of {cluster}'],
])('a text names inputs: %s', (template, text) => {
  expect(inTerms(template, inputTerms)).toBe(text);
});

describe('an error names inputs', () => {
  const lint = { mode: 'lint', paths: 'tree' };
  const gate = { mode: 'gate', placements: 'crp/web', kubeconfig: 'kubeconfig' };
  test.each([
    [{ ...lint, 'fail-on': 'eror' }, '`fail-on` must be one of error, warning, none, not "eror"; did you mean error?'],
    [{ ...lint, now: 'soon' }, '`now` must be an RFC 3339 time such as 2027-01-31T12:00:00Z, not "soon"'],
    [{ ...lint, base: 'main', 'base-dir': 'old' }, '`base` and `base-dir` exclude each other; give one'],
    [{ ...lint, base: 'no-such-ref' }, '`base: no-such-ref`: cannot be read here: the working directory is not in a git repository'],
    [{ ...lint, 'base-dir': 'nowhere' }, '`base-dir: nowhere`: no such folder'],
    [{ ...lint, 'fail-on-new': 'true' }, '`fail-on-new: true` needs a base to compare with: give `base: REF` or `base-dir: DIR`'],
    [{ ...lint, 'hub-schema': 'true' }, '`hub-schema: true` reads the schemas of the hub: give `kubeconfig: FILE` or `context: NAME`'],
    [{ ...lint, clusters: 'members.yaml', context: 'hub' }, '`clusters` and `kubeconfig`/`context` exclude each other'],
    [{ ...lint, clusters: 'nowhere.yaml' }, '`clusters` nowhere.yaml: '],
    [{ ...lint, clusters: 'tree/a.yaml' }, '`clusters` tree/a.yaml: it contains no MemberCluster'],
    [{ ...lint, config: 'nowhere.yaml' }, '`config` nowhere.yaml: '],
    [{ ...lint, 'report-file': 'a', 'sarif-file': 'a' }, '`report-file`, `sarif-file` and `html-file`: two reports cannot both go to a; '],
    [{ ...lint, 'sarif-file': 'tree/a.yaml/a.sarif' }, '`sarif-file: tree/a.yaml/a.sarif`: cannot be written (its folder is a file)'],
    [{ ...lint, context: 'hub' }, 'no kubeconfig: neither `kubeconfig` nor KUBECONFIG nor HOME is set'],
    [{ ...gate, timeout: 'soon' }, '`timeout` must be a duration such as 30s, 15m or 1h30m, not "soon"'],
    [
      { ...gate, selector: '!' },
      '`selector`: "!" is not a label requirement; write it as for kubectl: env=prod,tier!=cache,region in (eu,us)',
    ],
    [{ ...gate, member: 'east' }, '`member` "east": write CLUSTER=CONTEXT, for example `member: east=aks-east`'],
    [{ ...gate, member: 'east=a,east=b' }, '`member`: cluster east is given twice'],
    [{ ...gate, manifests: 'tree/b.txt' }, '`manifests` tree/b.txt: it contains no Kubernetes object'],
    [{ ...gate, manifests: 'tree/c.yaml' }, '`manifests` tree/c.yaml:1: '],
    [{ ...gate, 'report-file': 'tree/a.yaml/a.json' }, '`report-file: tree/a.yaml/a.json`: cannot be written (its folder is a file)'],
    [{ ...gate, server: 'hub' }, '`server` is not a server URL; write https://host:port'],
    [{ ...gate, kubeconfig: 'nowhere' }, 'check `kubeconfig`, or log in first'],
    [{ ...gate, kubeconfig: 'empty' }, 'has no current-context: set `context` (it has no contexts)'],
    [{ ...gate, placements: 'rp/web' }, "'rp/web' has no namespace: write ResourcePlacement/NAMESPACE/web, or give `namespace`"],
    [{ ...gate, placements: '' }, 'name a placement or an update run (crp/NAME, rp/NAMESPACE/NAME), or give `manifests` that hold one'],
  ] satisfies readonly [Record<string, string>, string][])('%j', async (inputs, message) => {
    const said = await outcomeOf(inputs);
    expect(said).toContain(message);
    expect(namesFlag(said)).toBe(false);
  });
});

test('no text of a rule or a failure names a flag', () => {
  const rules = listRules(inputTerms).flatMap(({ summary, why, remedy, needs = '', otherwise }) => [
    summary,
    why,
    remedy,
    needs,
    ...otherwise.map(({ where }) => where),
  ]);
  const failures = FAILURES.flatMap(({ title, explain, remedy }) => [title, explain, ...remedy]);
  expect([...rules, ...failures.map((text) => inTerms(text, inputTerms))].filter(namesFlag)).toEqual([]);
  // Placeholders are filled in these texts only, and name what is a flag.
  expect(RULES.flatMap(({ summary, remedy }) => [summary, remedy]).filter((text) => text.includes('{--'))).toEqual([]);
  expect(FAILURES.filter(({ title }) => title.includes('{--'))).toEqual([]);
  const placeholders = [...RULES.map(({ why }) => why), ...failures].flatMap((text) => [...text.matchAll(/\{--([\w-]+)/g)]);
  expect(placeholders.length).toBeGreaterThan(10);
  expect(placeholders.flatMap(([, name]) => (FLAGS.some((flag) => flag.name === name) ? [] : [name]))).toEqual([]);
});

/** Files in which a text may name a flag: the command line itself, its help, and the demo. */
const OF_THE_COMMAND_LINE = /^(terms\.ts|cli\/(command-line|completion)\/.*|action\/inputs\.ts|demo\/.*)$/;

test('no sentence in the sources names a flag directly', () => {
  const texts = sourceTexts().filter(({ file }) => !OF_THE_COMMAND_LINE.test(file));
  // A text that is nothing but a flag is an argument of some program.
  const found = texts.filter(({ text }) => !/^--[\w-]*(=.*)?$/.test(text) && namesFlag(text));
  expect(texts.length).toBeGreaterThan(3000);
  expect(found).toEqual([]);
});

test('a flag in a string or a template is found, one in a comment or a command is not', () => {
  const source = [
    '// --base',
    "const a = 'give --base REF';",
    'const b = `${a} or --base-dir`;',
    "const c = 'run: kubectl get crp --context hub';",
    "const d = 'say so with {--allow-partial}';",
  ].join('\n');
  expect(textsIn(source).filter(namesFlag)).toEqual(['give --base REF', '… or --base-dir']);
});

/** What a run of the Action with these inputs ends in, on standard error and in its report. */
async function outcomeOf(inputs: Readonly<Record<string, string>>): Promise<string> {
  const cwd = temporaryFolder();
  mkdirSync(join(cwd, 'tree'));
  writeFileSync(join(cwd, 'tree/a.yaml'), 'apiVersion: v1\nkind: Namespace\nmetadata: { name: shop }\n');
  writeFileSync(join(cwd, 'tree/b.txt'), '# nothing');
  writeFileSync(join(cwd, 'tree/c.yaml'), 'kind: [');
  writeFileSync(join(cwd, 'empty'), '{}');
  const server = 'https://hub.invalid';
  writeFileSync(
    join(cwd, 'kubeconfig'),
    JSON.stringify({
      'current-context': 'hub',
      contexts: [{ name: 'hub', context: { cluster: 'hub', user: '' } }],
      clusters: [{ name: 'hub', cluster: { server } }],
    }),
  );
  const io = fakeIo({ cwd, env: { PATH: process.env['PATH'] } });
  const argv = inputsToArgv(readInputs((name) => inputs[name] ?? ''));
  const end = await run(argv, io, inputTerms).then(
    ({ report }) => JSON.stringify(report),
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  return `${end}\n${io.err()}`;
}
