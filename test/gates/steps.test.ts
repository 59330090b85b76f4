/** Every command of every failure, run against a played hub and played members. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

import { listAt, objectAt } from '../../src/fleet/json/json.ts';
import type { KubeObject } from '../../src/fleet/kubernetes/object.ts';
import { FAILURES } from '../../src/gates/catalogue/index.gen.ts';
import { inGeneral } from '../../src/gates/catalogue/words.ts';
import type { Reach } from '../../src/gates/reach.ts';
import { stepParts } from '../../src/report/facts/words/step-parts.ts';
import type { Diagnosis } from '../../src/report.ts';
import { diagnosesIn } from '../support/gate.ts';
import { hubFixture, judgedFixture } from '../support/hub-fixture.ts';
import { type PlayedCluster, playKubectl } from '../support/played-kubectl.ts';

const MEMBERS = ['m1', 'm2', 'm3'];
const REACH: Reach = {
  hub: { context: 'the-hub' },
  members: new Map(MEMBERS.map((name) => [name, { context: `aks-${name}` }])),
};

/** What is at fault is just that it is not there, or it is on its way: a command that looks for it finds nothing. */
const ABSENT: ReadonlySet<string> = new Set([
  'apply-kind-missing',
  'apply-namespace-missing',
  'content-not-synced',
  'placement-not-found',
  'run-placement-missing',
  'run-strategy-missing',
  'status-sync-failed',
  'workload-absent',
]);

describe.each(FAILURES.map(({ id }) => id))('%s', (id) => {
  const clusters = clustersOf(id);
  const steps = diagnosisOf(id, REACH).remedy.map((step) =>
    stepParts(step).flatMap(({ kind, text }) => (kind === 'command' ? [text] : [])),
  );

  test('has commands that run where they should, on what is there', () => {
    for (const command of steps.flat()) {
      // A step for each member has a context to fill in.
      if (command.startsWith('fleet-gate ') || command.includes('"<context of the cluster>"')) continue;
      const { faults } = playKubectl(command, clusters);
      expect(ABSENT.has(id) ? faults.filter((fault) => !/^no [A-Z]/.test(fault)) : faults, command).toEqual([]);
    }
  });

  test('looks first', () => {
    for (const command of steps[0] ?? []) expect(playKubectl(command, clusters).reads, command).toBe(true);
  });

  test('has no command that could run where nothing tells where', () => {
    const told = [
      ...diagnosisOf(id, {}).remedy,
      ...(FAILURES.find((failure) => failure.id === id)?.remedy ?? []).map((step) => inGeneral(step)),
    ];
    const commands = told.flatMap((step) => stepParts(step)).flatMap(({ kind, text }) => (kind === 'command' ? [text] : []));
    for (const command of commands)
      expect(command).toMatch(/^(?:kubectl|fleet-gate snapshot) --context "<context of [^"]+>" |^fleet-gate plan$/);
  });
});

test('only the door writes a kubectl into a text of the catalogue', () => {
  const folder = join(import.meta.dirname, '../../src/gates');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.startsWith('doctor'),
  );
  expect(
    files.filter((file) =>
      /`kubectl (?!apply`)/.test(readFileSync(join(folder, file), 'utf8').replaceAll(/^\s*(?:\*|\/\/|\/\*\*).*$/gm, '')),
    ),
  ).toEqual([]);
});

function diagnosisOf(id: string, reach: Reach): Diagnosis {
  const found = diagnosesIn(judgedFixture(id, { reach })).find((diagnosis) => diagnosis.id === id);
  if (found === undefined) throw new Error(`fixtures/hub/${id} shows no ${id}`);
  return found;
}

/** The hub of the fixture; on each member what its Works hold, and what runs there in any case. */
function clustersOf(id: string): ReadonlyMap<string, PlayedCluster> {
  const { objects, member = [] } = hubFixture(id);
  const hubOnly = [...objects, ...agents('hub-agent'), ...MEMBERS.map((name) => namespace(`fleet-member-${name}`)), namespace('shop')];
  const onMembers = MEMBERS.map((name): readonly [string, PlayedCluster] => {
    const works = objects.filter(({ kind, metadata }) => kind === 'Work' && metadata.namespace === `fleet-member-${name}`);
    const placed = works.flatMap((work) => listAt(objectAt(work, 'spec', 'workload'), 'manifests')) as unknown as readonly KubeObject[];
    return [
      `aks-${name}`,
      { isHub: false, objects: [...placed, ...(name === 'm2' ? member : []), ...agents('member-agent'), namespace('shop'), ...POLICY] },
    ];
  });
  return new Map([['the-hub', { isHub: true, objects: hubOnly }], ...onMembers]);
}

/** What no fixture records of a member. */
const POLICY: readonly KubeObject[] = ['ValidatingAdmissionPolicy', 'ValidatingAdmissionPolicyBinding'].map((kind) => ({
  apiVersion: 'admissionregistration.k8s.io/v1',
  kind,
  metadata: { name: kind.endsWith('Binding') ? 'no-restricted-data-binding' : 'no-restricted-data' },
}));

function agents(name: string): readonly KubeObject[] {
  return [{ apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name, namespace: 'fleet-system' } }];
}

function namespace(name: string): KubeObject {
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name } };
}

test('no report has a kubectl command that does not name its cluster', () => {
  const folders = ['fixtures/scenes', 'docs/failures'].map((folder) => join(import.meta.dirname, '../..', folder));
  const texts = folders.flatMap((folder) => readdirSync(folder).map((file) => [file, readFileSync(join(folder, file), 'utf8')] as const));
  // `kubectl apply` as the name of a tool, in a sentence about it.
  const bare = /kubectl (?!\\?\s*(?:--|\\)|`|apply` )[a-z]+[^`\n]*/g;
  expect(texts.flatMap(([file, text]) => [...text.matchAll(bare)].map(([found]) => `${file}: ${found}`))).toEqual([]);
});
