/** `--hub-schema` against real hubs: the CRDs of TRUTH_DIR/crds, read as at run time, judge every case of the oracle as the built-in contracts do. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

import { hubContracts } from '../../src/admission/contracts/hub-contracts.ts';
import type { KubeObject } from '../../src/fleet/object.ts';
import { FLEET_KINDS, type HubProfile } from '../../src/fleet/kinds.ts';
import { admissionCases, compare, type Disagreement, type Tally } from './admission-oracle.ts';
import { discoveredKinds } from './discovered-kinds.ts';

const truth = path.resolve(process.env['TRUTH_DIR'] ?? '../shared');
const folder = path.join(truth, 'oracle/admission');
const files =
  existsSync(folder) && existsSync(path.join(truth, 'crds')) ? readdirSync(folder).filter((name) => name.endsWith('.jsonl')) : [];

describe('admission oracle by the schemas of the hubs', () => {
  if (files.length === 0) {
    it('is not there: nothing is compared', () => {
      process.stdout.write(`admission by hub schema: no cases and CRDs in ${truth}\n`);
      expect(files).toEqual([]);
    });
    return;
  }
  const hubs = { 'v0.3': hubOf('v0.3.1', 'v0.3'), main: hubOf('main', 'main') };

  it('takes the schemas of known hubs for known', () => {
    for (const { contracts } of Object.values(hubs)) {
      const versions = FLEET_KINDS.filter(({ authored }) => authored).flatMap(({ kind }) => contracts.of(kind));
      expect(new Set(versions.map(({ origin }) => origin))).toEqual(new Set(['hub']));
    }
  });

  it.each(files)('%s', (file) => {
    const tally: Tally = { agreed: 0, denied: 0, sameWords: 0, beyond: new Map(), needsDiscovery: new Map() };
    const disagreements: Disagreement[] = [];
    for (const judgement of admissionCases(path.join(folder, file))) {
      const { contracts, kinds } = hubs[judgement.profile === 'main' ? 'main' : 'v0.3'];
      disagreements.push(...compare(judgement, kinds, tally, contracts));
    }
    process.stdout.write(`${file} by hub schema: ${String(tally.agreed)} agreed, ${String(disagreements.length)} disagreed\n`);
    expect(disagreements.slice(0, 5)).toEqual([]);
  });
});

function hubOf(release: string, profile: HubProfile) {
  const crds = path.join(truth, 'crds', release);
  const definitions = readdirSync(crds).map((name) => parse(readFileSync(path.join(crds, name), 'utf8')) as KubeObject);
  return { contracts: hubContracts(definitions, profile), kinds: discoveredKinds(path.join(folder, `discovery.${release}.json`)) };
}
