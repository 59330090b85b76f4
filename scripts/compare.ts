/**
 * `npm run compare`: writes the results of other tools for the same manifests and the same rollouts into `docs/comparison.json`; `npm run
 * gen` makes the page. Needs TRUTH_DIR (answers of real hubs, default `../shared`) and Go, which builds kubeconform; or `KUBECONFORM`, its
 * path. The model of `kubectl wait` is compared with kubectl (`KUBECTL`, default `kubectl`) if that is installed.
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
