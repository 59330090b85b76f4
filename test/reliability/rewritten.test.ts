/** If a deploy step rewrites what the files say, the gate says at once which field differs, and how to go on. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
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
