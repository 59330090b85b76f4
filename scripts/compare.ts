/**
 * `npm run compare`: what others say of the same manifests and the same rollouts, into `docs/comparison.json`; `npm run gen` makes the page.
 * Needs TRUTH_DIR (what real hubs said, default `../shared`) and Go, which builds kubeconform; or `KUBECONFORM`, the path of one. Its model of
 * `kubectl wait` is held against kubectl (`KUBECTL`, default `kubectl`) where that runs.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';

import { compareManifests } from './compare/manifests.ts';
import { compareRollouts } from './compare/rollouts.ts';

const figures = { manifests: compareManifests(), rollouts: await compareRollouts() };
if (figures.rollouts.kubectl === undefined)
  console.error('skipped: no kubectl runs here, so the model of kubectl wait was held against none');
const target = path.join(import.meta.dirname, '../docs/comparison.json');
writeFileSync(target, `${JSON.stringify(figures, null, 2)}\n`);
console.log(JSON.stringify(figures, null, 2));
