/** Runs every command that reads a hub on a real API server, with exactly the rights that it printed when it had none. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { rightsByPurpose } from '../../scripts/gen/sources/rights-by-purpose.ts';
import { readRecording } from '../support/recordings/recording.ts';
import { reliability } from '../support/reliability.ts';
import { isMissing } from '../support/truth.ts';
import type { Hub } from './rig/hub.ts';
import { userKubeconfig } from './rig/kubeconfigs.ts';
import type { User } from './rig/users.ts';
import { fleetGate, kubeconfigOf, type Ended } from './suite/fleet-gate.ts';
import {
  applyRole,
  grant,
  grantPlaced,
  revoke,
  rolesIn,
  rulesOf,
  type PlacedRule,
  type PolicyRule,
  type PrintedRole,
} from './suite/rights.ts';
import { withHub } from './suite/pool.ts';
import { gating } from './suite/recording-run.ts';

const suite = reliability(
  'least-rights',
  {
    title: 'Least rights on a real API server',
    proves:
      'Each command runs with exactly the roles it prints where it has no rights, a ClusterRole and Roles of namespaces, and says what an administrator’s run says. With one resource less it names that resource, and never passes where it failed.',
  },
  'RELIABILITY=all npm run test:all -- test/hub/least-rights.test.ts',
);

const GREEN = 'v0.3.1/first-rollout-green';
const FAILED = 'v0.3.1/denied-by-policy';
/** A failure at once: others are only suspected for some time, so that two looks may differ. */
const FAILED_AT_ONCE = 'v0.3.1/override-label-key-missing';
/** A recording of ResourcePlacements. */
const LOCAL_GREEN = 'v0.3.1/rp-image-change';
const LOCAL_FAILED = 'v0.3.1/rp-never-available';
/** Fixed, so that the age of heartbeats is the same in each run. */
const NOW = '2026-11-02T12:00:00Z';
const ROUNDS = 2;
const SAMPLE = path.resolve(import.meta.dirname, '../../fixtures/demo/repo');

interface Run {
  /** The recording whose end the hub holds. */
  readonly recording: string;
  readonly argv: (look: readonly string[]) => readonly string[];
}

/** Each of these commands prints the rights that it lacks. */
const RUNS: Readonly<Record<string, Run>> = {
  wait: { recording: GREEN, argv: (look) => ['wait', ...look, '--timeout', '60s'] },
  diagnose: { recording: GREEN, argv: (look) => ['diagnose', ...look] },
  'diagnose of a failure': { recording: FAILED_AT_ONCE, argv: (look) => ['diagnose', ...look] },
  snapshot: { recording: FAILED, argv: ([target = '']) => ['snapshot', target, '--out', 'snapshot.yaml'] },
  doctor: { recording: FAILED, argv: ([target = '']) => ['doctor', target] },
  'wait in one namespace': { recording: LOCAL_GREEN, argv: (look) => ['wait', ...look, '--timeout', '60s'] },
  'diagnose in one namespace, without manifests': { recording: LOCAL_GREEN, argv: (look) => ['diagnose', ...withoutManifests(look)] },
  'doctor of one namespace': { recording: LOCAL_FAILED, argv: ([target = '']) => ['doctor', target] },
  lint: { recording: GREEN, argv: () => ['lint', SAMPLE, '--format', 'json'] },
  'lint --hub-schema': { recording: GREEN, argv: () => ['lint', SAMPLE, '--hub-schema', '--format', 'json'] },
  plan: { recording: GREEN, argv: () => ['plan', SAMPLE, '--format', 'json', '--now', NOW] },
  watch: { recording: GREEN, argv: () => ['watch', '--once', '--format', 'json'] },
  status: { recording: FAILED, argv: () => ['status', '-o', 'json'] },
  clusters: { recording: FAILED, argv: () => ['clusters', '--out', '-'] },
  'watch of a failure': { recording: FAILED, argv: () => ['watch', '--once', '--format', 'json'] },
};

/** Purposes of `docs/rbac.md`, and the runs that each must allow. */
const OF_DOCS: readonly (readonly [string, readonly string[]])[] = [
  ['gate', ['wait', 'diagnose', 'diagnose of a failure', 'status', 'clusters', 'snapshot', 'doctor']],
  ['watch', ['watch', 'watch of a failure']],
  ['lint-and-plan', ['lint', 'plan']],
  ['ready', ['ready']],
];

/** Reads what `lint` and `diagnose` read, which print the roles. */
const READY: Run = { recording: GREEN, argv: (look) => ['ready', look[look.indexOf('--manifests') + 1] ?? '', '--format', 'json'] };

/** Roles of `docs/rbac.md` for one namespace, their purposes, and whether some of KubeFleet's kinds are still refused. */
const OF_NAMESPACE: readonly (readonly [string, readonly string[], boolean])[] = [
  ['the Role of the docs for one namespace', ['namespace'], true],
  ['that Role and the ClusterRole of the docs beside it', ['namespace', 'beside-namespace'], false],
];
const NARROW_RUNS = ['wait in one namespace', 'diagnose in one namespace, without manifests'];

/** The kinds that the placements of these recordings and of the sample select. */
const OF_THE_DEPLOYS: readonly PolicyRule[] = [
  { apiGroups: [''], resources: ['configmaps', 'namespaces', 'services'], verbs: ['list', 'watch'] },
  { apiGroups: ['apps'], resources: ['deployments'], verbs: ['list', 'watch'] },
];

describe
  .skipIf(isMissing(...[GREEN, FAILED, FAILED_AT_ONCE, LOCAL_GREEN, LOCAL_FAILED].map((name) => `recordings/${name}`)))
  .concurrent('least rights', () => {
    // SECURITY.md: On the hub it lists and watches
    it.each(Object.entries(RUNS))('%s has the same result with the roles that it prints as for an administrator', (name, command) =>
      withHub('v0.3.1', async (hub) => {
        const run = await runner(hub, command);
        const full = await run('admin');
        let granted = await run('nobody');
        let roles: readonly PrintedRole[] = [];
        let rounds = 0;
        // The selected kinds are known only once the placement can be read, so a second, larger role may be printed.
        for (; rounds < ROUNDS && printedBy(granted).length > 0; rounds += 1) {
          roles = printedBy(granted);
          await applyRole(hub, roles);
          granted = await run('nobody');
        }
        expect(rounds, granted.err).toBeGreaterThan(0);
        expect(verdictOf(granted), granted.err).toEqual(verdictOf(full));
        expect(granted.err).not.toMatch(/forbidden|does not let/);

        const rules = rulesOf(roles);
        await revoke(hub, roles);
        for (const rule of rules.slice(0, suite.size(rules.length, 2))) {
          const fewer = rules.filter((other) => other !== rule);
          const partly = await grantPlaced(hub, 'partial', fewer);
          const less = await run('partial');
          await revoke(hub, partly);
          expect(isHonest(less, full, rule), `without ${resourceOf(rule)}: exit ${String(less.code)}\n${less.err}`).toBe(true);
        }
        suite.tell({
          tried: `\`${name}\`: no right, the printed ${placesOf(rules)}, and these without each of their resources`,
          times: 1 + rounds + rules.length,
          outcome: `the same answer as an administrator’s with ${rules.length} resources; each one less is named`,
        });
      }),
    );

    it('watch --manifests has the result of an administrator with the roles that it prints', () =>
      withHub('v0.3.1', async (hub) => {
        const run = await runner(hub, {
          recording: GREEN,
          argv: () => ['watch', '--once', '--manifests', SAMPLE, '--format', 'json'],
        });
        const full = await run('admin');
        let granted = await run('nobody');
        expect(granted.code).toBe(5);
        // To read the placements, then to list the kinds of the manifests.
        for (let round = 0; round < ROUNDS; round += 1) {
          await applyRole(hub, printedBy(granted));
          granted = await run('nobody');
        }
        // Then to watch those kinds, too: the first role with more rules, which is bound already.
        const lines = granted.err.split('\n').map((line) => line.replace(/^note: /, ''));
        const role = parse(lines.slice(lines.findIndex((line) => line.startsWith('apiVersion: rbac'))).join('\n')) as PrintedRole;
        await hub.api.must('PUT', `/apis/rbac.authorization.k8s.io/v1/clusterroles/${role.metadata.name}`, { body: role });
        granted = await run('nobody');
        expect(verdictOf(granted), granted.err).toEqual(verdictOf(full));
        expect(granted.err).not.toMatch(/forbidden|does not let/);
      }));

    it.each(OF_DOCS)('the role of the docs, with the kinds of the deploy, gives %s the same result as an administrator', (purpose, names) =>
      withHub('v0.3.1', async (hub) => {
        const { role } = rightsByPurpose().find(({ id }) => id === purpose) ?? { role: '' };
        await grant(hub, 'nobody', [...(parse(role) as { readonly rules: readonly PolicyRule[] }).rules, ...OF_THE_DEPLOYS]);
        for (const name of names) {
          const run = await runner(hub, RUNS[name] ?? READY);
          const [full, granted] = [await run('admin'), await run('nobody')];
          expect(granted.code, `${name}: ${granted.err}`).toBe(full.code);
          // The role must grant all kinds of KubeFleet that its purpose needs.
          expect(refusedGroups(granted), name).not.toContain('kubernetes-fleet.io');
          if (purpose === 'lint-and-plan') continue;
          expect(verdictOf(granted), name).toMatchObject({ code: full.code });
        }
        suite.tell({
          tried: `the role of \`docs/rbac.md\` for ${purpose}, beside the kinds of the deploy: ${names.map((name) => `\`${name}\``).join(', ')}`,
          times: 2 * names.length,
          outcome: 'exit codes of an administrator’s runs, and nothing of KubeFleet is refused',
        });
      }),
    );

    it.each(OF_NAMESPACE)('%s, with the kinds of the deploy there, let a user gate one namespace', (what, purposes, refused) =>
      withHub('v0.3.1', async (hub) => {
        for (const name of NARROW_RUNS) {
          const command = RUNS[name] ?? { recording: LOCAL_GREEN, argv: () => [] };
          const run = await runner(hub, command);
          const [, namespace = ''] = readRecording(command.recording).expected.target[0]?.split('/') ?? [];
          const roles = purposes.map((purpose) => parse(rightsByPurpose().find(({ id }) => id === purpose)?.role ?? '') as PrintedRole);
          const rules = rulesOf(roles).map((rule) => (rule.namespace === undefined ? rule : { ...rule, namespace }));
          await hub.api.ask('POST', '/api/v1/namespaces', { body: { metadata: { name: namespace } } });
          const granted = await grantPlaced(hub, 'nobody', [...rules, ...OF_THE_DEPLOYS.map((rule) => ({ ...rule, namespace }))]);
          const [full, ended] = [await run('admin'), await run('nobody')];
          await revoke(hub, granted);
          expect(verdictOf(ended), `${name}: ${ended.err}`).toMatchObject({ code: full.code });
          expect(/kubernetes-fleet\.io is forbidden/.test(ended.err), `${name}: ${ended.err}`).toBe(refused);
        }
        suite.tell({
          tried: `${what}, beside the kinds of the deploy there: ${NARROW_RUNS.map((name) => `\`${name}\``).join(', ')}`,
          times: 2 * NARROW_RUNS.length,
          outcome: `exit codes of an administrator’s runs${refused ? ', with a note on what was not read' : ', and nothing of KubeFleet is refused'}`,
        });
      }),
    );

    it('the sample for lint and plan exists', () => {
      expect(readdirSync(SAMPLE).length).toBeGreaterThan(0);
    });
  });

function withoutManifests(look: readonly string[]): readonly string[] {
  const at = look.indexOf('--manifests');
  return at === -1 ? look : look.toSpliced(at, 2);
}

/** The places of the rules as an administrator sees them: `ClusterRole and Role`. */
function placesOf(rules: readonly PlacedRule[]): string {
  const kinds = rules.map(({ namespace }) => (namespace === undefined ? 'ClusterRole' : 'Role'));
  return [...new Set(kinds)].toSorted().join(' and ');
}

/** The groups of the refused resources, from texts like `clusterresourceplacements.placement.kubernetes-fleet.io is forbidden`. */
function refusedGroups({ err, out }: Ended): string {
  return [...`${err}\n${out}`.matchAll(/([a-z]+\.[a-z.-]+) is forbidden/g)].map(([, resource]) => resource).join(' ');
}

/** The roles that were printed, on standard error or in the doctor's report. */
function printedBy({ err, out }: Ended): readonly PrintedRole[] {
  return rolesIn(`${err}\n${out}`);
}

/** Prepares a hub with the end of the recording. Returns a function that runs the command as a user. */
async function runner(hub: Hub, { recording, argv }: Run): Promise<(user: User) => Promise<Ended>> {
  const set = await gating(hub, readRecording(recording), { atEnd: true });
  await set.play.played;
  return (user) => {
    const kubeconfig = user === 'admin' ? kubeconfigOf(hub, 'admin') : userKubeconfig(hub, user);
    return fleetGate([...argv(set.look), '--kubeconfig', kubeconfig], { hub, cwd: set.folder });
  };
}

/** Exit code and outcome of everything that was checked. Times and versions of the hub are left out, because they differ between runs. */
function verdictOf({ code, out }: Ended): unknown {
  if (!out.startsWith('{')) return { code };
  const { outcome, lint, plan, gate } = JSON.parse(out) as Record<string, Record<string, unknown> | undefined>;
  return { code, outcome, counts: lint?.['counts'], notEvaluated: lint?.['notEvaluated'], plan, gate: gate?.['outcome'] };
}

/** If a resource cannot be read, the answer must name it, or must not be better than with full rights. */
function isHonest(less: Ended, full: Ended, rule: PolicyRule): boolean {
  const named = less.err.includes(resourceOf(rule)) || less.out.includes(resourceOf(rule));
  return named && (less.code !== 0 || full.code === 0);
}

function resourceOf({ resources }: PolicyRule): string {
  return resources[0] ?? '';
}
