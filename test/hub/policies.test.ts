/**
 * Compares ValidatingAdmissionPolicies as this server evaluates them with `lint --kubeconfig`: every policy of `policy-table.ts` on every
 * object, new and changed. What the CLI reports as refused the server must refuse with the same text; what the CLI accepts the server must
 * accept.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { fleetKind } from '../../src/fleet/kubefleet/kinds.ts';
import { groupOf, type KubeObject } from '../../src/fleet/kubernetes/object.ts';
import { BUILT_IN_APIS } from '../../src/fleet/kubefleet/api-resource.ts';
import type { Report } from '../../src/report.ts';
import { isMissing } from '../support/truth.ts';
import type { Hub } from './rig/hub.ts';
import { BOUND, NAMESPACES, OBJECTS, type BoundPolicy } from './policy-table.ts';
import { fleetGate, kubeconfigOf, workFolder } from './suite/fleet-gate.ts';
import { hasPolicies, POLICIES, policiesInForce } from './suite/policies-in-force.ts';
import { freshen, withHub } from './suite/pool.ts';

describe.skipIf(isMissing('crds')).concurrent('admission policies', () => {
  it('a policy of one test has no effect in the next one', () =>
    withHub('main', async (hub) => {
      const create = { body: { metadata: { name: 'canary' } } };
      await policiesInForce(hub);
      expect((await hub.api.ask('POST', '/api/v1/namespaces/default/configmaps', create)).code).toBe(422);
      await freshen(hub);
      expect(await hasPolicies(hub)).toBe(false);
      await hub.api.must('POST', '/api/v1/namespaces/default/configmaps', create);
    }));

  it('lint agrees with the dry run of the server for each object', () =>
    withHub('main', async (hub) => {
      for (const body of NAMESPACES) await hub.api.must('POST', '/api/v1/namespaces', { body });
      const cases = BOUND.flatMap((bound) => OBJECTS.map((object) => caseOf(bound, object)));
      for (const { live } of cases) if (live !== undefined) await hub.api.must('POST', placeOf(live), { body: live });
      for (const { policy, binding, others } of BOUND) {
        for (const other of others) await hub.api.must('POST', placeOf(other), { body: other });
        await hub.api.must('POST', `${POLICIES}/validatingadmissionpolicies`, { body: policy });
        await hub.api.must('POST', `${POLICIES}/validatingadmissionpolicybindings`, { body: binding });
      }
      await policiesInForce(hub);
      const cwd = workFolder(hub);
      for (const { id, manifest } of cases) {
        mkdirSync(path.join(cwd, 'deploy'), { recursive: true });
        writeFileSync(path.join(cwd, 'deploy', `${id}.json`), JSON.stringify(manifest));
      }
      const { out, err } = await fleetGate(
        ['lint', 'deploy', '--target', 'main', '--format', 'json', '--kubeconfig', kubeconfigOf(hub, 'admin')],
        { hub, cwd },
      );
      expect(out, err).not.toBe('');
      const { findings = [], notEvaluated = [] } = (JSON.parse(out) as Report).lint ?? {};
      const disagreements: string[] = [];
      const counts = { refused: 0, passed: 0, open: 0 };
      for (const { id, bound, manifest, live } of cases) {
        const { code, body } = await send(hub, manifest, live);
        const message = String(body.message ?? '');
        const own = findings.find(({ rule, file }) => rule === 'refused-by-policy' && file === `deploy/${id}.json`);
        const server = code < 400 ? 'takes it' : message;
        const isOpen = notEvaluated.some(({ reason }) => reason.includes(` ${bound.policy.metadata.name},`)) && own === undefined;
        const here =
          own === undefined
            ? isOpen && bound.isOpen
              ? 'open'
              : 'takes it'
            : own.effect === 'rejected'
              ? (own.serverMessage ?? '')
              : 'takes it';
        if (here === 'open') counts.open += 1;
        else if (here === 'takes it') counts.passed += 1;
        else counts.refused += 1;
        if (here !== 'open' && here !== server) disagreements.push(`${id}: server: ${server}; here: ${here}`);
      }
      process.stdout.write(`${cases.length} cases: ${JSON.stringify(counts)}; ${disagreements.length} judged otherwise here\n`);
      const openHere = new Set(notEvaluated.flatMap(({ reason }) => /ValidatingAdmissionPolicy (\S+),/.exec(reason)?.[1] ?? []));
      expect(disagreements).toEqual([]);
      expect([...openHere].toSorted()).toEqual(
        BOUND.filter(({ isOpen }) => isOpen)
          .map(({ policy }) => policy.metadata.name)
          .toSorted(),
      );
      expect(counts.refused).toBeGreaterThan(40);
    }));
});

interface Case {
  readonly id: string;
  readonly bound: BoundPolicy;
  readonly manifest: KubeObject;
  /** The same object as the hub holds it before. */
  readonly live?: KubeObject;
}

/** The object with its own name, and with the label that makes only this policy apply to it. */
function caseOf(bound: BoundPolicy, { name, manifest, live }: (typeof OBJECTS)[number]): Case {
  const id = `${bound.policy.metadata.name}-${name}`;
  const own = (object: KubeObject): KubeObject => ({
    ...object,
    metadata: { ...object.metadata, name: id, labels: { ...object.metadata.labels, policy: bound.policy.metadata.name } },
  });
  return { id, bound, manifest: own(manifest), ...(live === undefined ? {} : { live: own(live) }) };
}

function send(hub: Hub, manifest: KubeObject, live: KubeObject | undefined): ReturnType<Hub['api']['ask']> {
  if (live === undefined) return hub.api.ask('POST', `${placeOf(manifest)}?dryRun=All&fieldValidation=Strict`, { body: manifest });
  const at = `${placeOf(manifest)}/${manifest.metadata.name}?dryRun=All&fieldValidation=Strict`;
  return hub.api.ask('PATCH', at, { body: manifest, contentType: 'application/merge-patch+json' });
}

function placeOf({ apiVersion, kind, metadata }: KubeObject): string {
  const plural = (fleetKind(kind) ?? BUILT_IN_APIS.find(groupOf(apiVersion), kind))?.plural ?? '';
  const namespace = metadata.namespace === undefined ? '' : `namespaces/${metadata.namespace}/`;
  return `/${apiVersion.includes('/') ? 'apis' : 'api'}/${apiVersion}/${namespace}${plural}`;
}
