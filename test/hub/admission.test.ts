/**
 * The admission twin against the dry run of this very server, for the CRDs of both versions. No webhook runs here, so it is what schema,
 * CEL and strict decoding decide; a case the oracle's hub refused by webhook passes on both sides.
 */
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { profileContracts } from '../../src/admission/contracts/contract.ts';
import { judgeCreate } from '../../src/admission/judge.ts';
import { fleetKind } from '../../src/fleet/kinds.ts';
import { admissionCases, type Judgement } from '../conformance/admission-oracle.ts';
import { TRUTH } from './rig/crds.ts';
import type { Hub } from './rig/hub.ts';
import { VERSIONS, withHub } from './suite/pool.ts';
import { loadCel } from '../../src/admission/cel/load-cel.ts';

await loadCel();

/** Of each kind and version. */
const CASES = 40;
const NAMESPACES = ['storefront', 'ledger', 'search-api', 'mailer', 'fraud', 'telemetry', 'fleet-system'];

const folder = path.join(TRUTH, 'oracle/admission');
const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.jsonl')) : [];
const all = files.flatMap((file) => sampleOf([...admissionCases(path.join(folder, file))].filter(isSimple)));

describe.concurrent('admission', () => {
  if (all.length === 0 || VERSIONS.length === 0) {
    it('has no cases or no CRDs: the dry run is skipped', () => {
      process.stdout.write(`admission: no cases in ${folder}, or no CRDs\n`);
      expect(all.length === 0 || VERSIONS.length === 0).toBe(true);
    });
    return;
  }
  for (const version of VERSIONS) {
    it(`${version}: the twin agrees with the server`, () =>
      withHub(version, async (hub) => {
        for (const name of NAMESPACES) await hub.api.must('POST', '/api/v1/namespaces', { body: { metadata: { name } } });
        const cases = all.filter(({ profile }) => profile === (version === 'main' ? 'main' : 'v0.3'));
        const disagreements: string[] = [];
        let denied = 0;
        for (const judgement of cases) {
          const { code, body } = await dryRun(hub, judgement);
          const here = judgeCreate(judgement.object, judgement.profile, { ...judgement, webhooks: 'off' });
          if (code >= 400) denied += 1;
          if (code >= 400 !== here.length > 0)
            disagreements.push(
              `${judgement.id} (${judgement.mutation}): server ${code} ${String(body.message ?? '')}; here ${here.map(({ message }) => message).join(' · ') || 'allowed'}`,
            );
        }
        process.stdout.write(
          `${version}: ${cases.length} cases, ${denied} denied by the server, ${disagreements.length} judged otherwise here\n`,
        );
        expect(disagreements).toEqual([]);
        expect(cases.length).toBeGreaterThan(200);
        expect(denied).toBeGreaterThan(50);
      }));
  }
});

/** Sent as an object, on an empty hub, to a version that the hub serves. */
function isSimple({ op, raw, context, object, profile }: Judgement): boolean {
  return op === 'create' && !raw && context.length === 0 && profileContracts(profile).find(object) !== undefined;
}

/** Spread over the whole file, as neighbours are alike; per version. */
function sampleOf(cases: readonly Judgement[]): readonly Judgement[] {
  return [...Map.groupBy(cases, ({ profile }) => profile).values()].flatMap((group) => {
    const step = Math.max(1, Math.floor(group.length / CASES));
    return group.filter((_, index) => index % step === 0);
  });
}

function dryRun(hub: Hub, { object, fieldValidation }: Judgement): ReturnType<Hub['api']['ask']> {
  const kind = fleetKind(object.kind);
  const namespace = kind?.namespaced === true ? `namespaces/${object.metadata.namespace ?? ''}/` : '';
  const at = `/apis/${object.apiVersion}/${namespace}${kind?.plural ?? ''}`;
  return hub.api.ask('POST', `${at}?dryRun=All&fieldValidation=${fieldValidation}`, { body: object });
}
