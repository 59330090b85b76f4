/**
 * `--hub-schema` against real hubs: the CRDs of TRUTH_DIR/crds, read as at run time, judge every case of the oracle as the built-in
 * contracts do.
 */
import { readFileSync } from 'node:fs';

import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';

import type { Contracts } from '../../../src/admission/contracts/contract.ts';
import { hubContracts } from '../../../src/admission/contracts/hub-contracts.ts';
import type { HubKinds } from '../../../src/admission/webhooks/hub-kinds.ts';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { FLEET_KINDS, type HubProfile } from '../../../src/fleet/kubefleet/kinds.ts';
import { PROFILES } from '../../support/recordings/releases.ts';
import { isMissing, truthNames, truthPath } from '../../support/truth.ts';
import { admissionCases, compare, type Disagreement, type Tally } from '../admission-oracle.ts';
import { discoveredKinds } from '../discovered-kinds.ts';

interface ShownHub {
  readonly contracts: Contracts;
  readonly kinds: HubKinds;
}

describe.skipIf(isMissing('oracle/admission', 'crds'))('admission oracle by the schemas of the hubs', () => {
  const hubs = new Map<string, ShownHub>();
  beforeAll(() => {
    for (const [release, profile] of Object.entries(PROFILES)) hubs.set(release, hubOf(release, profile));
  });

  it('recognizes the schemas of known hubs', () => {
    for (const { contracts } of hubs.values()) {
      const versions = FLEET_KINDS.filter(({ authored }) => authored).flatMap(({ kind }) => contracts.of(kind));
      expect(new Set(versions.map(({ origin }) => origin))).toEqual(new Set(['hub']));
    }
  });

  it.each(truthNames('oracle/admission', (name) => name.endsWith('.jsonl')))('%s', (file) => {
    const tally: Tally = { agreed: 0, denied: 0, sameWords: 0, beyond: new Map(), needsDiscovery: new Map() };
    const disagreements: Disagreement[] = [];
    for (const judgement of admissionCases(file)) {
      const { contracts, kinds } = hubs.get(judgement.release) ?? hubOf(judgement.release, judgement.profile);
      disagreements.push(...compare(judgement, kinds, tally, contracts));
    }
    process.stdout.write(`${file} by hub schema: ${String(tally.agreed)} agreed, ${String(disagreements.length)} disagreed\n`);
    expect(disagreements.slice(0, 5)).toEqual([]);
  });
});

function hubOf(release: string, profile: HubProfile): ShownHub {
  const definitions = truthNames(`crds/${release}`).map(
    (name) => parse(readFileSync(truthPath('crds', release, name), 'utf8')) as KubeObject,
  );
  return { contracts: hubContracts(definitions, profile), kinds: discoveredKinds(release) };
}
