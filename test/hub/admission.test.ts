/**
 * Compares the admission checks with dry runs on this server, for the CRDs of both versions: with the built-in contracts, and with those
 * that the server serves (`--hub-schema`). No webhooks run here, so only schema, CEL and strict decoding decide. A case that the oracle's
 * hub refused by a webhook passes on both sides.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadEngines } from '../../src/admission/prepare.ts';
import { profileContracts, type Contracts } from '../../src/admission/contracts/contract.ts';
import { judgeCreate } from '../../src/admission/judge.ts';
import { readHubContracts } from '../../src/cli/hub/read-hub.ts';
import { fleetKind, type HubProfile } from '../../src/fleet/kubefleet/kinds.ts';
import { connectHub } from '../../src/gates/hub/connect-hub.ts';
import type { Report } from '../../src/report.ts';
import { admissionCases, type Judgement } from '../conformance/admission-oracle.ts';
import { PROFILES } from '../support/recordings/releases.ts';
import { isMissing, truthNames } from '../support/truth.ts';
import type { Hub } from './rig/hub.ts';
import { flagTerms } from '../../src/terms.ts';
import { eventually } from './suite/eventually.ts';
import { fleetGate, kubeconfigOf, workFolder } from './suite/fleet-gate.ts';
import { withOwnHub } from './suite/own-hub.ts';
import { withHub } from './suite/pool.ts';

await loadEngines();

/** Cases for each kind and version. */
const CASES = 40;
const NAMESPACES = ['storefront', 'ledger', 'search-api', 'mailer', 'fraud', 'telemetry', 'fleet-system'];

describe.skipIf(isMissing('oracle/admission', 'crds')).concurrent('admission', () => {
  let all: readonly Judgement[] = [];
  beforeAll(() => {
    const files = truthNames('oracle/admission', (name) => name.endsWith('.jsonl'));
    all = files.flatMap((file) => sampleOf([...admissionCases(file)].filter(isSimple)));
  });

  for (const [version, profile] of Object.entries(PROFILES)) {
    it(`${version}: the admission checks agree with the server, by our own contracts and by the schemas of the server`, () =>
      withHub(version, async (hub) => {
        for (const name of NAMESPACES) await hub.api.must('POST', '/api/v1/namespaces', { body: { metadata: { name } } });
        const shown = await shownContracts(hub, profile);
        const cases = all.filter((judgement) => judgement.profile === profile);
        const disagreements: string[] = [];
        let denied = 0;
        for (const judgement of cases) {
          const { code, body } = await dryRun(hub, judgement);
          if (code >= 400) denied += 1;
          for (const [by, contracts] of [
            ['built in', undefined],
            ['shown', shown],
          ] as const) {
            const extras = { ...judgement, webhooks: 'off' as const, ...(contracts === undefined ? {} : { contracts }) };
            const here = judgeCreate(judgement.object, profile, extras);
            if (code >= 400 === here.length > 0) continue;
            const said = here.map(({ message }) => message).join(' · ') || 'allowed';
            disagreements.push(`${judgement.id} (${judgement.mutation}): server ${code} ${String(body.message ?? '')}; ${by}: ${said}`);
          }
        }
        process.stdout.write(
          `${version}: ${cases.length} cases, ${denied} denied by the server, ${disagreements.length} judged otherwise here\n`,
        );
        expect(disagreements).toEqual([]);
        expect(cases.length).toBeGreaterThan(200);
        expect(denied).toBeGreaterThan(50);
      }));

    it(`${version}: lint --hub-schema uses a limit that only this server has`, () =>
      withOwnHub({ name: `strict-${version}`, version }, async ({ hub }) => {
        await limitRevisions(hub, 12);
        const cwd = workFolder(hub);
        const spec = { revisionHistoryLimit: 13, resourceSelectors: [{ group: '', version: 'v1', kind: 'Namespace', name: 'shop' }] };
        const placement = {
          apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
          kind: 'ClusterResourcePlacement',
          metadata: { name: 'shop' },
          spec,
        };
        await eventually(async () => {
          const { body } = await hub.api.ask('POST', `${AT}?dryRun=All`, { body: placement });
          return /should be less than or equal to 12/.test(String(body.message)) || `the dry run answers ${JSON.stringify(body)}`;
        });
        writeFileSync(path.join(cwd, 'shop.json'), JSON.stringify(placement));
        const rejected = async (...flags: readonly string[]): Promise<readonly string[]> => {
          const argv = ['lint', 'shop.json', '--target', profile, '--format', 'json', ...flags];
          const { out, err } = await fleetGate(argv, { hub, cwd });
          expect(out, err).not.toBe('');
          const found = (JSON.parse(out) as Report).lint?.findings ?? [];
          return found.flatMap(({ effect, pointer }) => (effect === 'rejected' ? [pointer] : []));
        };
        expect(await rejected()).toEqual([]);
        expect(await rejected('--hub-schema', '--kubeconfig', kubeconfigOf(hub, 'admin'))).toEqual(['/spec/revisionHistoryLimit']);
      }));
  }
});

const PLACEMENTS = 'clusterresourceplacements.placement.kubernetes-fleet.io';
const AT = '/apis/placement.kubernetes-fleet.io/v1beta1/clusterresourceplacements';

/** The contracts as `--hub-schema` reads them. */
async function shownContracts(hub: Hub, profile: HubProfile): Promise<Contracts> {
  const live = await connectHub({ kubeconfig: kubeconfigOf(hub, 'admin'), env: {}, wallClock: () => Date.now() });
  try {
    return await readHubContracts(live, profile, flagTerms);
  } finally {
    await live.close();
  }
}

/** Lowers the maximum of `spec.revisionHistoryLimit` in every version of the CRD. */
async function limitRevisions(hub: Hub, maximum: number): Promise<void> {
  const at = `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${PLACEMENTS}`;
  const { body } = await hub.api.must('GET', at);
  const patch = (body.spec.versions as readonly unknown[]).map((_, index) => ({
    op: 'replace',
    path: `/spec/versions/${index}/schema/openAPIV3Schema/properties/spec/properties/revisionHistoryLimit/maximum`,
    value: maximum,
  }));
  await hub.api.must('PATCH', at, { body: patch, contentType: 'application/json-patch+json' });
}

/** Whether the case was sent as an object, to an empty hub, in a version that this hub serves. */
function isSimple({ op, raw, context, object, profile }: Judgement): boolean {
  return op === 'create' && !raw && context.length === 0 && profileContracts(profile).find(object) !== undefined;
}

/** Cases from the whole file, for each version, because neighbours are similar. */
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
