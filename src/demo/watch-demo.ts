import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { KubeObject } from '../fleet/kubernetes/object.ts';
import { commandDemo, type CommandDemoIo } from './command-demo.ts';
import { type EmbeddedHub, startEmbeddedHub } from './hub/embedded-hub.ts';
import { SAMPLE_REPO } from './sample-repo.gen.ts';
import { readSample } from './sample.ts';
import { type Chapter, watchedStory } from './story/watched-story.ts';

/**
 * `fleet-gate demo watch`: a placement that was good fails on one cluster, is still bad with the next check, and is good again. Then the
 * pull secret of its manifests disappears from a cluster, and is there again.
 * @returns the exit code of the demo
 */
export async function runWatchDemo(io: CommandDemoIo): Promise<number> {
  const [oslo, others] = await Promise.all([startEmbeddedHub(), startEmbeddedHub()]);
  try {
    return await commandDemo(io, [0, 1, 1, 0, 0, 1, 0], async ({ hub, at, say, show }) => {
      const command = 'fleet-gate watch --once --state watch.json';
      const check = async (title: string, chapter?: Chapter): Promise<void> => {
        if (chapter !== undefined) hub.play(watchedStory(chapter));
        await show(title, command, ['watch', '--once', '--state', at('watch.json')]);
      };
      say('A placement that was rolled out an hour ago. The hub is an API server of this process.\n');
      await check('1. All is good', 'good');
      await check('2. A new policy on oslo has refused the Deployment for six minutes', 'refused');
      await check('3. The next check: it is still bad, and there is no new change');
      await check('4. The policy accepts it again', 'good again');

      const manifests = writeStorefront(at('storefront'));
      const members = writeLogins(at('members'), oslo, others);
      const needs = ['--state', at('needs.json'), '--manifests', manifests, '--member-kubeconfig', members];
      const look = (title: string): Promise<void> =>
        show(title, 'fleet-gate watch --once --state needs.json --manifests storefront --member-kubeconfig members', [
          'watch',
          '--once',
          ...needs,
        ]);
      for (const member of [oslo, others]) member.store.put(PULL_SECRET);
      await look('5. The pull secret that the manifests need is on all members');
      oslo.store.remove(PULL_SECRET);
      await look('6. It was deleted on oslo: the next Pod there cannot pull its image');
      oslo.store.put(PULL_SECRET);
      await look('7. It is there again');
      return undefined;
    });
  } finally {
    await Promise.all([oslo.close(), others.close()]);
  }
}

/** The storefront of the sample repository, whose Pods need a pull secret. */
function writeStorefront(folder: string): string {
  mkdirSync(folder);
  for (const { path, text } of SAMPLE_REPO.filter((file) => file.path.startsWith('storefront/'))) {
    // bounded: the text is a file of the built-in sample.
    const needing = text.replace(/( +)containers:/, '$1imagePullSecrets: [{ name: registry }]\n$1containers:');
    writeFileSync(join(folder, path.replace('storefront/', '')), needing);
  }
  return folder;
}

/** A kubeconfig for each member. Except oslo, one server is all of them. */
function writeLogins(folder: string, oslo: EmbeddedHub, others: EmbeddedHub): string {
  mkdirSync(folder);
  for (const { metadata } of readSample().members) {
    const { name } = metadata;
    writeFileSync(join(folder, `${name}.yaml`), (name === 'oslo' ? oslo : others).kubeconfig(), { mode: 0o600 });
  }
  return folder;
}

const PULL_SECRET: KubeObject = {
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name: 'registry', namespace: 'storefront' },
  type: 'kubernetes.io/dockerconfigjson',
  data: {},
};
