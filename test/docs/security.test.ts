/** Each sentence of SECURITY.md that promises something has a suite that would fail if it were not true. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');
const PAGE = readFileSync(path.join(ROOT, 'SECURITY.md'), 'utf8');

/** The start of each sentence, and its suites: a file of tests, and the start of the title of the test that would fail. */
const SUITES: readonly (readonly [sentence: string, ...suites: readonly (readonly [file: string, title: string])[]])[] = [
  [
    "The base's `.fleet-gate.yaml` on a pull request",
    ['test/action/base-config.test.ts', 'the configuration of the base decides in a shallow clone'],
    ['test/cli/deciding-config.test.ts', 'decides although the change deletes it'],
  ],
  ['What the head changes in it is shown', ['test/cli/deciding-config.test.ts', 'is reported in every format']],
  [
    'If that of the base cannot be read',
    ['test/action/base-config.test.ts', 'if the base cannot be read, the configuration of the change does not apply'],
    ['test/reliability/unread-base.test.ts', 'a base that cannot be read does not let the change decide'],
  ],
  [
    "`git`, `kustomize`, `kubectl` and `helm` found on the runner's `PATH`",
    ['test/reliability/programs.test.ts', 'no program of the judged tree is started'],
  ],
  ['The last three render what needs it', ['test/render/helm.test.ts', 'stands in the template of a chart within the chart']],
  [
    'They get no plugins and no credentials of the hub',
    ['test/reliability/tools.test.ts', 'rendering reaches no server'],
    ['test/static/render/hostile.test.ts', '%s is not built'],
  ],
  [
    'On Linux they also get 2 GiB of memory at most',
    ['test/reliability/programs.test.ts', 'a program that takes memory without end is ended by the bound'],
    ['test/reliability/programs.test.ts', 'a rendering has no network, not even the loopback'],
  ],
  ['A note in the report says so if memory was not limited', ['test/static/render/rendering-bounds.test.ts', 'bounds %j give the notes']],
  ['`render-with: off` does without them', ['test/cli/overlays-not-rendered.test.ts', 'is shown with its overlays in every format']],
  [
    'Nothing of the judged tree is run',
    ['test/reliability/programs.test.ts', 'reading a base runs no filter, hook or monitor that the tree chooses'],
    ['test/cli/hostile-git.test.ts', 'is not used if the tree has a repository, and starts nothing'],
  ],
  [
    'It can not make the Action read outside the repository',
    ['test/cli/outside-repository.test.ts', 'a tree that is judged has nothing read outside of its repository'],
  ],
  [
    'On `pull_request_target` or `workflow_run` the same holds',
    ['test/action/odd-events.test.ts', '%s: if nothing names the base, the configuration of the change does not apply'],
  ],
  ["A fork's report can be shown by `mode: comment`", ['test/action/comment-mode.test.ts', 'of a fork: shown as its own word']],
  ['The artifact is hostile there', ['test/action/comment-mode.test.ts', 'says nothing but text, whatever stands at all of its places']],
  ['A gate with `deployment: true` needs', ['test/action/deployment.test.ts', 'no right to write deployments']],
  [
    'On the hub it lists and watches',
    ['test/hub/least-rights.test.ts', '%s does with the roles it prints'],
    ['test/reliability/request-budget.test.ts', 'no hub is asked in a busy loop'],
  ],
  [
    'The ClusterRole it needs is printed',
    ['test/cli/printed-roles.test.ts', 'comes to its verdict with exactly the roles that it printed'],
  ],
  [
    'What could not be read or understood is never',
    ['test/reliability/unread.test.ts', 'an object of KubeFleet is found or named, however it is laid and written'],
    ['test/reliability/unread.test.ts', 'content that the hub lacks does not pass the gate'],
    ['test/reliability/overlays.test.ts', 'an overlay that somebody deploys is judged by itself'],
  ],
  [
    "No credential and no Secret's data in any output",
    ['test/reliability/secrets.test.ts', 'shows no credential of any login'],
    ['test/reliability/secrets.test.ts', 'shows no value of a Secret in the tree'],
    ['test/reliability/tools.test.ts', 'what a tool says shows no value of a Secret'],
  ],
  ['Under GitHub Actions hub credentials are masked', ['test/reliability/secrets.test.ts', 'shows no credential of any login']],
  ['Only `plan --render` with `--show-secrets` prints a Secret', ['test/cli/without-secret-data.test.ts', 'hides the values of Secrets']],
  ['A snapshot is written for its owner alone', ['test/reliability/secrets.test.ts', 'keeps a snapshot to its owner']],
  [
    'Text from manifests, hubs and GitHub cannot become markup',
    ['test/reliability/output.test.ts', 'a text has the same structure as a harmless one'],
    ['test/reliability/output-cli.test.ts', 'trees with hostile names and contents'],
    ['test/reliability/output-action.test.ts', 'comment, summary and annotations of hostile reports'],
  ],
  [
    'It ends: every wait, request and judgement has a limit',
    ['test/reliability/ends.test.ts', 'a signal at any time'],
    ['test/reliability/closes.test.ts', 'ends by itself with the code of its verdict'],
    ['test/reliability/linear-patterns.test.ts', 'each is proven to be, or sees a bounded text'],
  ],
  ['It talks to the hub, the members you name', ['test/reliability/tools.test.ts', 'rendering reaches no server']],
  [
    '`dist/` is committed and built from the sources',
    ['test/reliability/supply-chain.test.ts', 'no program is committed, only its source'],
  ],
  ['`dist/sbom.cdx.json` lists every package inside', ['test/reliability/supply-chain.test.ts', 'each of the bundle is listed']],
  [
    'The package has no dependencies and runs nothing when it is installed',
    ['test/package/package.test.ts', 'no other package comes with it'],
  ],
];

test.each(SUITES)('"%s …" has a test that would fail', (sentence, ...suites) => {
  expect(PAGE.replaceAll(/\s+/g, ' ')).toContain(sentence);
  // A title begins with a quote, and no test is left out by a mark before it.
  for (const [file = '', title = ''] of suites) expect(titlesOf(file), file).toEqual(expect.arrayContaining([expect.stringContaining(title)]));
});

/** The titles of tests and of groups of tests in a file. */
function titlesOf(file: string): readonly string[] {
  const text = readFileSync(path.join(ROOT, file), 'utf8');
  if (file === '.ci/run') return text.split('\n').filter((line) => line.startsWith('check '));
  return [...text.matchAll(/(?:(?<!\w)(?:test|it|describe)(?:\.\w+)*(?:\([^\n]*\))?|^\s*\}?\]\)|^\s*\))\((['"])(.*?)\1,/gm)].map(
    ([, , title = '']) => title,
  );
}

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
