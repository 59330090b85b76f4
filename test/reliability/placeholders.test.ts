/** A sign of a placeholder alone silences no check, and what a placeholder leaves open is not evaluated. */
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { namespaceShop } from '../support/fleets/fleet.ts';
import { Random } from '../support/fuzz/random.ts';
import { reliability } from '../support/reliability.ts';
import { runCli } from '../support/process/run-cli.ts';
import { temporaryFolder } from '../support/trees/temporary-folder.ts';
import { writeTree } from '../support/trees/write-files.ts';

const suite = reliability('placeholders', {
  title: 'Placeholders in workloads',
  proves:
    'A field of a Deployment gets its right value with a sign of a placeholder, in the object, in an envelope and in a patch: the run fails. With a placeholder, the place is named as not evaluated, and objects of KubeFleet do not pass. Such signs in free text are content.',
});

const FIELDS = {
  '/spec/replicas': '3',
  '/spec/paused': 'true',
  '/metadata/labels/team': 'shop',
  '/spec/template/metadata/labels/tier': 'web',
  '/spec/template/spec/containers/0/name': 'cart',
  '/spec/template/spec/containers/0/resources': '1Gi',
} as const;
type Field = keyof typeof FIELDS;
const SIGNS = ['$', '$$', '${', '${}', '$()', '@', '…', ' <', '%', '{}'];
const FORMS = [
  '$NAME',
  '$1',
  '${NAME}',
  '$(NAME)',
  '%NAME%',
  '%build.number%',
  '@NAME@',
  '@project.version@',
  '__NAME__',
  '{{ name }}',
  '<name>',
  '#{NAME}#',
  '((name))',
];
const WAYS = ['object', 'envelope', 'patch', 'patch of an object elsewhere'] as const;
type Way = (typeof WAYS)[number];

const PLACEMENT = {
  apiVersion: 'placement.kubernetes-fleet.io/v1',
  kind: 'ClusterResourcePlacement',
  metadata: { name: 'shop' },
  spec: { resourceSelectors: [{ group: '', version: 'v1', kind: 'Namespace', name: 'shop' }] },
};

/** The files with a value at a field, which comes in one of the ways. */
function treeOf(field: Field, value: string, way: Way): Readonly<Record<string, string>> {
  const written = field.endsWith('resources') ? { limits: { memory: value } } : value;
  const object = way.startsWith('patch') ? deployment() : withValue(deployment(), field, written);
  const version = 'placement.kubernetes-fleet.io/v1beta1';
  const selected = { group: 'apps', version: 'v1', kind: 'Deployment', name: 'cart' };
  const rule = { clusterSelector: { clusterSelectorTerms: [] }, jsonPatchOverrides: [{ op: 'add', path: field, value: written }] };
  const documents = {
    object: [PLACEMENT, namespaceShop(), object],
    envelope: [
      PLACEMENT,
      namespaceShop(),
      { apiVersion: version, kind: 'ResourceEnvelope', metadata: { name: 'cart', namespace: 'shop' }, data: { 'cart.yaml': object } },
    ],
    patch: [PLACEMENT, namespaceShop(), object, override(rule, selected)],
    'patch of an object elsewhere': [override(rule, selected)],
  }[way];
  return { 'a.yaml': documents.map((each) => stringify(each)).join('---\n') };
}

function override(rule: object, selected: object): object {
  return {
    apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
    kind: 'ResourceOverride',
    metadata: { name: 'cart', namespace: 'shop' },
    spec: { placement: { name: 'shop' }, resourceSelectors: [selected], policy: { overrideRules: [rule] } },
  };
}

function deployment(container: object = {}): object {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'cart', namespace: 'shop', labels: { app: 'cart' } },
    spec: {
      selector: { matchLabels: { app: 'cart' } },
      template: {
        metadata: { labels: { app: 'cart' } },
        spec: { containers: [{ name: 'cart', image: 'registry.example/cart:1', ...container }] },
      },
    },
  };
}

function withValue(object: object, field: Field, value: unknown): object {
  const keys = field.slice(1).split('/');
  let at = object as Record<string, unknown>;
  for (const key of keys.slice(0, -1)) at = at[key] as Record<string, unknown>;
  at[keys.at(-1) ?? ''] = value;
  return object;
}

async function outcomeOf(tree: Readonly<Record<string, string>>): Promise<{ exitCode: number; rules: readonly string[]; open: number }> {
  const cwd = temporaryFolder();
  writeTree(cwd, tree);
  const { exitCode, report } = await runCli(cwd, ['lint']);
  const rules = (report?.lint?.findings ?? []).flatMap(({ rule, severity }) => (severity === 'error' ? [rule] : []));
  return { exitCode, rules, open: (report?.lint?.notEvaluated ?? []).filter(({ missing }) => missing === undefined).length };
}

/** Random choices of a field and a way for each text. */
async function tryEach(
  texts: readonly string[],
  judge: (text: string, field: Field, way: Way, told: string) => Promise<void>,
): Promise<number> {
  let times = 0;
  for (const text of texts)
    for (const way of WAYS)
      for (let n = 0; n < suite.size(Object.keys(FIELDS).length, 1); n += 1) {
        const fields = Object.keys(FIELDS) as Field[];
        const field = suite.whole ? fields[n] : Random.of(suite.seed, `${text} ${way}`, n).pick(fields);
        if (field === undefined) continue;
        await judge(text, field, way, `SEED=${suite.seed} ${JSON.stringify([text, field, way])}`);
        times += 1;
      }
  return times;
}

test('a sign of a placeholder alone silences no check', async () => {
  const times = await tryEach(SIGNS, async (sign, field, way, told) => {
    const { exitCode, rules } = await outcomeOf(treeOf(field, `${FIELDS[field]}${sign}`, way));
    expect([exitCode, rules.includes('object-malformed')], told).toEqual([1, true]);
  });
  suite.tell({ tried: 'a right value with a sign of a placeholder behind it', times, outcome: 'an error at the field' });
});

test('what a placeholder leaves open is not evaluated', async () => {
  const times = await tryEach(FORMS, async (form, field, way, told) => {
    const { exitCode, rules, open } = await outcomeOf(treeOf(field, form, way));
    expect([exitCode, rules, open > 0], told).toEqual([way === 'object' ? 0 : 6, [], true]);
  });
  suite.tell({
    tried: 'a placeholder in place of the value',
    times,
    outcome: 'not evaluated; exit code 6 for envelopes and patches, and the object is named for a workload',
  });
});

test('signs in free text are content', async () => {
  let times = 0;
  for (const sign of [...SIGNS, '$(NAME)', '$1', '^a$']) {
    const command = ['sh', '-c', `echo ${sign}`];
    const data = { a: `x${sign}`, b: `^[a-z]+${sign}` };
    const map = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', namespace: 'shop', annotations: { a: sign } }, data };
    const objects = [PLACEMENT, namespaceShop(), deployment({ command, env: [{ name: 'A', value: sign }] }), map];
    const { exitCode, rules, open } = await outcomeOf({ 'a.yaml': objects.map((object) => stringify(object)).join('---\n') });
    expect([exitCode, rules, open], sign).toEqual([0, [], 0]);
    times += 1;
  }
  suite.tell({ tried: 'commands, variables, annotations and data with such signs', times, outcome: 'no finding, and nothing left out' });
});
