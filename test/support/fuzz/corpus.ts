import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { parseObjects } from '../../../src/yaml/objects.ts';
import { truthPath } from '../truth.ts';

const FIXTURES = path.resolve(import.meta.dirname, '../../../fixtures');

/** Manifests to mutate: the fixtures, and published ones if TRUTH_DIR is set. The order is always the same. */
export function manifestTexts(): readonly string[] {
  return [...filesBelow(FIXTURES), ...filesBelow(truthPath('realworld', 'files'))]
    .filter((file) => /\.ya?ml$/.test(file))
    .map((file) => readFileSync(file, 'utf8'))
    .filter((text) => text.length < LONGEST);
}

/** All objects of those manifests. */
export function manifestObjects(): readonly KubeObject[] {
  return manifestTexts().flatMap((text) => parseObjects(text, '').objects);
}

/** Longer texts only cost time. */
const LONGEST = 20_000;

function filesBelow(folder: string): readonly string[] {
  try {
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    return names.toSorted().map((name) => path.join(folder, name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
