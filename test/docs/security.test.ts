/** Each sentence of SECURITY.md that promises something has a suite that would fail if it were not true. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');
const PAGE = readFileSync(path.join(ROOT, 'SECURITY.md'), 'utf8');

/** The start of each sentence, and the files of tests that hold it. */
const SUITES: readonly (readonly [sentence: string, ...suites: readonly string[]])[] = [
  ["The base's `.fleet-gate.yaml` on a pull request", 'test/action/base-config.test.ts', 'test/cli/deciding-config.test.ts'],
  ['What the head changes in it is shown', 'test/cli/deciding-config.test.ts'],
  ['If that of the base cannot be read', 'test/action/base-config.test.ts'],
  ["`git`, `kustomize`, `kubectl` and `helm` found on the runner's `PATH`", 'test/reliability/programs.test.ts'],
  ['The last three render what needs it', 'test/cli/rendering.test.ts'],
  ['They get no plugins and no credentials of the hub', 'test/reliability/tools.test.ts', 'test/static/render/hostile.test.ts'],
  ['On Linux they also get 2 GiB of memory at most', 'test/static/render/rendering-bounds.test.ts'],
  ['`render-with: off` does without them', 'test/cli/overlays-not-rendered.test.ts'],
  ['Nothing of the judged tree is run', 'test/reliability/programs.test.ts', 'test/cli/hostile-git.test.ts'],
  [
    'It can not make the Action read outside the repository',
    'test/cli/outside-repository.test.ts',
    'test/reliability/hostile-trees.test.ts',
  ],
  ['On `pull_request_target` or `workflow_run` the same holds', 'test/action/odd-events.test.ts', 'test/action/comment-mode.test.ts'],
  ["A fork's report can be shown by `mode: comment`", 'test/action/comment-mode.test.ts'],
  ['The artifact is hostile there', 'test/action/comment-mode.test.ts', 'test/reliability/output-action.test.ts'],
  ['A gate with `deployment: true` needs', 'test/action/deployment.test.ts'],
  ['On the hub it lists and watches', 'test/hub/least-rights.test.ts', 'test/reliability/request-budget.test.ts'],
  ['The ClusterRole it needs is printed', 'test/hub/least-rights.test.ts', 'test/cli/printed-roles.test.ts'],
  [
    'What could not be read or understood is never',
    'test/reliability/unread.test.ts',
    'test/reliability/overlays.test.ts',
    'test/reliability/fuzz.test.ts',
  ],
  ["No credential and no Secret's data in any output", 'test/reliability/secrets.test.ts', 'test/hub/canaries.test.ts'],
  ['Under GitHub Actions hub credentials are masked', 'test/reliability/secrets.test.ts'],
  ['Only `plan --render` with `--show-secrets` prints a Secret', 'test/cli/without-secret-data.test.ts'],
  ['A snapshot is written for its owner alone', 'test/reliability/secrets.test.ts'],
  [
    'Text from manifests, hubs and GitHub cannot become markup',
    'test/reliability/output.test.ts',
    'test/reliability/output-cli.test.ts',
    'test/reliability/output-action.test.ts',
  ],
  [
    'It ends: every wait, request and judgement has a limit',
    'test/reliability/ends.test.ts',
    'test/reliability/closes.test.ts',
    'test/reliability/linear-patterns.test.ts',
  ],
  ['It talks to the hub, the members you name', 'test/reliability/tools.test.ts', 'test/hub/transport.test.ts'],
  ['`dist/` is committed and built from the sources', 'test/reliability/supply-chain.test.ts'],
  ['`dist/sbom.cdx.json` lists every package inside', 'test/reliability/supply-chain.test.ts'],
  ['The package has no dependencies and runs nothing when it is installed', 'test/package/package.test.ts'],
];

test.each(SUITES)('"%s …" has its suite', (sentence, ...suites) => {
  expect(PAGE.replaceAll(/\s+/g, ' ')).toContain(sentence);
  expect(suites.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
});

test('each promise of the page is in this table', () => {
  const promises = ['What the Action trusts', 'What is promised'].flatMap((title) => sentencesOf(sectionOf(title)));
  expect(promises.length).toBeGreaterThan(15);
  expect(
    promises.filter(
      (sentence) => !ADVICE.some((start) => sentence.startsWith(start)) && !SUITES.some(([start]) => sentence.startsWith(start)),
    ),
  ).toEqual([]);
});

/** Sentences that promise nothing of the program: what is trusted, what a reader needs, and links. */
const ADVICE = [
  'The workflow that calls it',
  'The login program of the kubeconfig',
  'After a success GitHub itself',
  '[docs/reliability.md](docs/reliability.md) says how',
  'Nothing is sent anywhere else',
];

function sectionOf(title: string): string {
  const from = PAGE.indexOf(`## ${title}`);
  return PAGE.slice(from + title.length + 3, PAGE.indexOf('\n## ', from + 3));
}

function sentencesOf(section: string): readonly string[] {
  return section
    .split(/\n\n|\n- /)
    .flatMap((part) => part.replaceAll(/\s+/g, ' ').split(/(?<=\.) (?=[A-Z`[])/))
    .map((sentence) => sentence.replace(/^- /, '').trim())
    .filter((sentence) => sentence !== '');
}
