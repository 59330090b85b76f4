/** If a deploy step rewrites what the files say, the gate says at once which field differs, and how to go on. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import type { KubeObject } from '../../src/fleet/kubernetes/object.ts';
import { greenFleet, namespaceShop, NOW, objectsOf, orders } from '../support/fleets/fleet.ts';
import { Random } from '../support/fuzz/random.ts';
import { reliability } from '../support/reliability.ts';
import { runCli } from '../support/process/run-cli.ts';
import { temporaryFolder } from '../support/trees/temporary-folder.ts';

const suite = reliability('rewritten', {
  title: 'Content that a deploy step rewrites',
  proves:
    'A deploy step changed the files before it applied them: another image, number or label. The gate does not pass, and its first check names the field and the deploy step, or the placeholder in the file. The control is the gate with the applied manifests, which passes.',
});

const HUB = 'registry.example/shop/orders:1.4.2';
/** What the hub has besides. */
const BESIDES = { minReadySeconds: 1, paused: false, strategy: { type: 'RollingUpdate' } };
const fleet = greenFleet(undefined, [namespaceShop(), orders(HUB, BESIDES)]);

async function gate(workload: KubeObject, more: readonly string[] = []): Promise<{ readonly exitCode: number; readonly said: string }> {
  const cwd = temporaryFolder();
  const { metadata, spec, ...type } = fleet.placement;
  const manifests = [{ ...type, metadata: { name: metadata.name }, spec, status: undefined }, namespaceShop(), workload];
  writeFileSync(path.join(cwd, 'hub.json'), JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objectsOf(fleet) }));
  writeFileSync(path.join(cwd, 'm.yaml'), manifests.map((object) => stringify(object)).join('---\n'));
  const argv = ['diagnose', 'crp/shop', '--from', 'hub.json', '--now', NOW.toISOString(), '--manifests', 'm.yaml', ...more];
  return runCli(cwd, argv).then(
    ({ exitCode, out }) => ({ exitCode, said: out }),
    (error: Error) => ({ exitCode: 2, said: error.message }),
  );
}

/** What the files have in place of the image, and what the gate must say of it. */
const IMAGES: Readonly<Record<string, (random: Random) => string>> = {
  'another tag': (random) => `registry.example/shop/orders:${random.pick(['latest', '1.4.1', '0', 'main'])}`,
  'no tag': () => 'registry.example/shop/orders',
  'a digest': (random) => `registry.example/shop/orders@sha256:${random.pick(['a', 'b'])}${'0'.repeat(63)}`,
  'another registry': () => 'ghcr.io/contoso/orders:1.4.2',
};
const PLACEHOLDERS = ['${TAG}', '$TAG', '__TAG__', '#{tag}#', '{{ .Values.tag }}', '<TAG>', '%TAG%', '@@TAG@@', '{tag}'];

test('a field that the deploy step wrote is named at once', async () => {
  let times = 0;
  const fields: Readonly<Record<string, (random: Random) => readonly [KubeObject, field: string]>> = {
    ...Object.fromEntries(
      Object.entries(IMAGES).map(([what, image]) => [what, (random: Random) => [orders(image(random)), 'containers/0/image'] as const]),
    ),
    'another number of replicas': (random) => [orders(HUB, { replicas: 3 + random.int(9) }), '/spec/replicas'],
    'another number of seconds': (random) => [orders(HUB, { minReadySeconds: 5 + random.int(9) }), '/spec/minReadySeconds'],
    'another strategy': () => [orders(HUB, { strategy: { type: 'Recreate' } }), '/spec/strategy'],
    'a boolean': () => [orders(HUB, { paused: true }), '/spec/paused'],
  };
  expect((await gate(orders(HUB))).exitCode).toBe(0);
  for (const [what, make] of Object.entries(fields))
    for (let n = 0; n < suite.size(8, 1); n += 1) {
      const [workload, field] = make(Random.of(suite.seed, what, n));
      const { exitCode, said } = await gate(workload);
      expect(exitCode, what).not.toBe(0);
      expect(said, what).toContain(field);
      expect(said, what).toContain('or the deploy step has written another value there');
      times += 1;
    }
  suite.tell({
    tried: 'a workload of which the deploy step wrote another image, number, boolean or strategy',
    times,
    outcome: 'none passed, and the first judgement named the field and the deploy step',
  });
});

test('a placeholder in an image is no content, and --image says what became of it', async () => {
  let times = 0;
  for (const placeholder of PLACEHOLDERS)
    for (const image of [`registry.example/shop/orders:${placeholder}`, placeholder, `${placeholder}/shop/orders:1.4.2`]) {
      const { exitCode, said } = await gate(orders(image));
      expect(exitCode, image).toBe(2);
      expect(said, image).toContain('as they were applied');
      times += 1;
    }
  for (const image of ['registry.example/shop/orders:latest', 'registry.example/shop/orders:__TAG__', 'registry.example/shop/orders']) {
    expect((await gate(orders(image), ['--image', HUB])).exitCode, image).toBe(0);
    expect((await gate(orders(image), ['--image', `registry.example/shop/orders=${HUB}`])).exitCode, image).toBe(0);
    const wrong = await gate(orders(image), ['--image', 'registry.example/shop/orders:2.0.0']);
    expect(wrong.exitCode, image).not.toBe(0);
    times += 3;
  }
  suite.tell({
    tried: 'an image with a placeholder of a deploy step, and images that `--image` replaces',
    times,
    outcome: 'a placeholder was exit code 2, with the manifests to give; the right image passed, and another one did not',
  });
});

test('--ignore-fields leaves out the field that the deploy step wrote, and no other', async () => {
  let times = 0;
  const container = '/spec/template/spec/containers/0';
  const fields: readonly (readonly [workload: KubeObject, pointers: readonly string[], unrelated: string])[] = [
    [
      orders('registry.example/shop/orders:latest', BESIDES),
      [`${container}/image`, '/spec/template/spec/containers/*/image'],
      '/spec/replicas',
    ],
    [orders(HUB, { replicas: 7 }), ['/spec/replicas'], `${container}/image`],
    [orders(HUB, { minReadySeconds: 9 }), ['/spec/minReadySeconds'], '/spec/replicas'],
    [orders(HUB, { paused: true }), ['/spec/paused'], '/spec/replicas'],
    [orders(HUB, { strategy: { type: 'Recreate' } }), ['/spec/strategy', '/spec/strategy/type'], '/spec/selector'],
  ];
  for (const [workload, pointers, unrelated] of fields) {
    for (const pointer of pointers) {
      const { exitCode, said } = await gate(workload, ['--ignore-fields', pointer]);
      expect(exitCode, pointer).toBe(0);
      expect(said, pointer).toContain(pointer);
      const both = await gate(workload, ['--ignore-fields', pointer, '--ignore-fields', unrelated]);
      expect(both.exitCode, pointer).toBe(0);
    }
    const other = await gate(workload, ['--ignore-fields', unrelated]);
    expect(other.exitCode, unrelated).not.toBe(0);
    for (const missing of [`${unrelated}s`, '/spec', '/spec/policy', '/metadata/name'])
      expect((await gate(workload, ['--ignore-fields', missing])).exitCode, missing).toBe(2);
    times += pointers.length * 2 + 5;
  }
  suite.tell({
    tried: '`--ignore-fields` for the field that the deploy step wrote, for another field, and for one that is missing or always compared',
    times,
    outcome: 'the right field passed and was named in the report, another one did not pass, and the rest was exit code 2',
  });
});

test('the workflow of docs/azure.md', async () => {
  let times = 0;
  const { env, gate: inputs } = azureWorkflow();
  const filled = (text: string, sha: string): readonly string[] =>
    text
      .replace(/\$\{\{ env\.(\w+) \}\}/g, (_, name: string) => env[name] ?? '')
      .replaceAll('${{ github.sha }}', sha)
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '');
  expect(Object.keys(inputs).toSorted()).toEqual(['access-grace', 'images', 'manifests', 'mode', 'namespace', 'timeout']);
  const [image = ''] = filled(inputs['images'] ?? '', 'c0ffee1');
  const deployed = greenFleet(undefined, [namespaceShop(), orders(image)]);
  const { metadata, spec, ...type } = deployed.placement;
  const files: Readonly<Record<string, KubeObject>> = {
    'deploy/namespace.yaml': namespaceShop(),
    'deploy/deployment.yaml': orders(image.replace(/:.*/, ':main')),
    'deploy/placement.yaml': { ...type, metadata: { name: metadata.name }, spec, status: undefined },
  };
  const paths = filled(inputs['manifests'] ?? '', '');
  expect(paths.toSorted()).toEqual(Object.keys(files).toSorted());
  const cwd = temporaryFolder();
  mkdirSync(path.join(cwd, 'deploy'));
  for (const [file, object] of Object.entries(files)) writeFileSync(path.join(cwd, file), stringify(object));
  writeFileSync(path.join(cwd, 'hub.json'), JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objectsOf(deployed) }));
  const ofHub = ['diagnose', '--from', 'hub.json', '--now', NOW.toISOString(), ...paths.flatMap((file) => ['--manifests', file])];
  const judged = async (images: readonly string[]): ReturnType<typeof runCli> =>
    runCli(cwd, [...ofHub, '--namespace', env['NAMESPACE'] ?? '', ...images.flatMap((each) => ['--image', each])]);

  expect((await judged(filled(inputs['images'] ?? '', 'c0ffee1'))).exitCode).toBe(0);
  const without = await judged([]);
  expect(without.exitCode).not.toBe(0);
  expect(without.out).toContain('containers/0/image');
  expect(without.out).toContain('or the deploy step has written another value there');
  const ofLastRun = await judged(filled(inputs['images'] ?? '', 'c0ffee0'));
  expect(ofLastRun.exitCode).not.toBe(0);
  times += 3;
  suite.tell({
    tried: 'the files of the workflow in docs/azure.md, with its inputs, without `images`, and with the image of another commit',
    times,
    outcome: 'only the inputs of the workflow passed',
  });
});

/** The `env` of the complete workflow in docs/azure.md, and the inputs of its gate. */
function azureWorkflow(): { readonly env: Readonly<Record<string, string>>; readonly gate: Readonly<Record<string, string>> } {
  interface Workflow {
    readonly env?: Readonly<Record<string, string>>;
    readonly jobs?: Readonly<
      Record<string, { readonly steps: readonly { readonly uses?: string; readonly with?: Readonly<Record<string, string>> }[] }>
    >;
  }
  const page = readFileSync(path.join(import.meta.dirname, '../../docs/azure.md'), 'utf8');
  const workflows = [...page.matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].map(([, text = '']) => parse(text) as Workflow);
  const found = workflows.find(({ jobs }) => jobs?.['buildImage'] !== undefined);
  const step = found?.jobs?.['deploy']?.steps.find(({ uses = '' }) => uses.startsWith('fleet-gate/'));
  return { env: found?.env ?? {}, gate: step?.with ?? {} };
}
