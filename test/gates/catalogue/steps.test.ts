/** Every command of every failure, run on an embedded hub and embedded members. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

import { parseArgv } from '../../../src/cli/command-line/invocation.ts';
import { listAt, objectAt } from '../../../src/fleet/json/json.ts';
import type { KubeObject, ObjectRef } from '../../../src/fleet/kubernetes/object.ts';
import { FAILURES } from '../../../src/gates/catalogue/index.gen.ts';
import { filler, inGeneral, type Surroundings } from '../../../src/gates/catalogue/words.ts';
import type { Reach } from '../../../src/gates/reach.ts';
import { stepText } from '../../../src/report/markdown/step-text.ts';
import { stepParts } from '../../../src/report/facts/words/step-parts.ts';
import type { Diagnosis } from '../../../src/report.ts';
import { flagTerms } from '../../../src/terms.ts';
import { diagnosesIn } from '../../support/gate/gate.ts';
import { hubFixture, judgedFixture } from '../../support/hubs/hub-fixture.ts';
import { type PlayedCluster, playKubectl, shownWhole } from '../../support/kubernetes/played-kubectl.ts';

const MEMBERS = ['m1', 'm2', 'm3'];
const REACH: Reach = {
  hub: { context: 'the-hub' },
  members: new Map(MEMBERS.map((name) => [name, { context: `aks-${name}` }])),
};

const CATALOGUE = join(import.meta.dirname, '../../../src/gates/catalogue');
const CATALOGUE_SOURCES = readdirSync(CATALOGUE, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.gen.ts'))
  .map((file) => [file, readFileSync(join(CATALOGUE, file), 'utf8')] as const);

/** The failure is that the object is missing, so a command that shows it would find nothing. */
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

  test('has commands that run on the right cluster, on existing objects', () => {
    for (const command of steps.flat()) {
      if (command.startsWith('fleet-gate ')) {
        expect(() => parseArgv(playKubectl(command, clusters).words.slice(1)), command).not.toThrow();
        continue;
      }
      // A step for each member has a context to fill in.
      if (command.includes('"<context of the cluster>"')) continue;
      const { faults } = playKubectl(command, clusters);
      expect(ABSENT.has(id) ? faults.filter((fault) => !/^no [A-Z]/.test(fault)) : faults, command).toEqual([]);
    }
  });

  test('has commands that fit on a phone', () => {
    for (const command of steps.flat())
      for (const line of stepText(`\`${command}\``).split('\n')) expect(line.length, line).toBeLessThan(42);
  });

  test('has a first step that only reads', () => {
    for (const command of steps[0] ?? [])
      expect(
        command.startsWith('fleet-gate approve ') ? command.endsWith(' --dry-run') : playKubectl(command, clusters).reads,
        command,
      ).toBe(true);
  });

  test('has no command that can run if its cluster is unknown', () => {
    const told = [
      ...diagnosisOf(id, {}).remedy,
      ...(FAILURES.find((failure) => failure.id === id)?.remedy ?? []).map((step) => inGeneral(step)),
    ];
    const commands = told.flatMap((step) => stepParts(step)).flatMap(({ kind, text }) => (kind === 'command' ? [text] : []));
    for (const command of commands)
      expect(command).toMatch(/^(?:kubectl|fleet-gate snapshot|fleet-gate approve) --context "<context of [^"]+>" |^fleet-gate plan$/);
  });
});

/**
 * The fixture of a failure shows one of its variants. The others are in the sources: each command in them is filled for a Deployment on m2
 * and run, without asking whether what it names is there.
 */
describe('the commands in the texts of the catalogue, in all variants', () => {
  const surroundings: Surroundings = { terms: flagTerms, reach: REACH, hubKind: 'other' };
  const object: ObjectRef = { apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'shop', name: 'web' };
  const target: ObjectRef = { apiVersion: 'placement.kubernetes-fleet.io/v1', kind: 'ClusterResourcePlacement', name: 'shop' };
  const words = { pod: 'web-1', container: 'main', policyName: 'p', policyBinding: 'b', approval: `'{"status":{}}'` };
  const fill = filler({ scope: 'manifest', step: 'Available', target, object, cluster: 'm2', evidence: [], words }, surroundings);
  const clusters = new Map<string, PlayedCluster>([
    ['the-hub', { isHub: true, objects: [] }],
    ...MEMBERS.map((name) => [`aks-${name}`, { isHub: false, objects: [] }] as const),
  ]);
  const commandsIn = (text: string, fillAs = fill): readonly string[] =>
    [...text.matchAll(/\bon(Hub|Member)\((['"`])((?:\\.|(?!\2).)*)\2\)/g)]
      .filter(([, , , command = '']) => !command.includes('${'))
      .map(([, where, , command = '']) =>
        fillAs(`\`{${where === 'Hub' ? 'hub' : 'member'}} ${command.replaceAll(/\\(['"`])/g, '$1')}\``).slice(1, -1),
      );

  const FLEET = 'placement.kubernetes-fleet.io/v1beta1';
  const ofFleet = (kind: string): ObjectRef => ({ apiVersion: FLEET, kind, namespace: 'shop', name: 'db' });
  const holders: readonly ObjectRef[] = [
    { apiVersion: 'v1', kind: 'Secret', namespace: 'shop', name: 'db' },
    ...['ResourceEnvelope', 'ResourceOverride', 'ResourceSnapshot', 'Work'].map(ofFleet),
    ...['ClusterResourceEnvelope', 'ClusterResourceOverride', 'ClusterResourceSnapshot'].map((kind) => ({
      apiVersion: FLEET,
      kind,
      name: 'db',
    })),
  ];

  test.each(holders)('do not show the values of a $kind', (holder) => {
    const overrides = [ofFleet('ResourceOverride')];
    const fillHolder = filler(
      { scope: 'manifest', step: 'Applied', target, object: holder, cluster: 'm2', evidence: [], words, overrides },
      surroundings,
    );
    const templates = [
      ...CATALOGUE_SOURCES.flatMap(([, text]) => commandsIn(text, fillHolder)),
      ...stepParts(fillHolder('{showOverrides}')).map(({ text }) => text),
    ];
    expect(templates.filter((command) => command.includes('db')).length).toBeGreaterThan(20);
    expect(templates.flatMap((command) => shownWhole(command).map((kind) => `${kind}: ${command}`))).toEqual([]);
  });

  test('of the pages show no values either', () => {
    const commands = FAILURES.flatMap(({ remedy }) => remedy.map((step) => inGeneral(step)))
      .flatMap((step) => stepParts(step))
      .flatMap(({ kind, text }) => (kind === 'command' ? [text] : []));
    expect(commands.flatMap(shownWhole)).toEqual([]);
    const ofAnyObject = FAILURES.flatMap(({ remedy }) => remedy.map((step) => inGeneral(step))).filter((step) =>
      /<object> -o yaml/.test(step),
    );
    expect(ofAnyObject.filter((step) => !step.includes('If it is a Secret, an envelope or an override, use'))).toEqual([]);
  });

  test('are seen to show values', () => {
    const seen = (command: string): readonly string[] => shownWhole(`kubectl --context a ${command}`);
    expect(seen('get works.placement.kubernetes-fleet.io -n a -l b=c -o yaml')).toEqual(['Work']);
    expect(seen('get secret/a -n b -o json')).toEqual(['Secret']);
    expect(seen('get secret/a -n b -o jsonpath="{.data}"')).toEqual(['Secret']);
    expect(seen('describe work/a -n b')).toEqual(['Work']);
    expect(seen('describe secret/a -n b')).toEqual([]);
    expect(seen('get deployment.apps/a -n b -o yaml')).toEqual([]);
  });

  test('run on the right cluster, on kinds that it has', () => {
    const commands = CATALOGUE_SOURCES.flatMap(([, text]) => commandsIn(text));
    expect(commands.length).toBeGreaterThan(80);
    const faults = commands.flatMap((command) =>
      playKubectl(command, clusters)
        .faults.filter((fault) => !/^no (?!kind|verb|output|JSON|context)/.test(fault))
        .map((fault) => `${command}: ${fault}`),
    );
    expect(faults).toEqual([]);
  });

  test('only read in a first step', () => {
    const firsts = CATALOGUE_SOURCES.flatMap(([file, text]) =>
      [...text.matchAll(/\bremedy: \[/g)].map(({ index }) => ({ file, text, first: firstElement(text.slice(index + 'remedy: ['.length)) })),
    );
    expect(firsts.length).toBeGreaterThan(FAILURES.length);
    const changing = firsts.flatMap(({ file, text, first }) => {
      const named = /^[A-Z_]+$/.exec(first)?.[0];
      const step = named === undefined ? first : (new RegExp(`\\bconst ${named} =([^;]*);`).exec(text)?.[1] ?? '');
      return commandsIn(step).flatMap((command) => (playKubectl(command, clusters).reads ? [] : [`${file}: ${command}`]));
    });
    expect(changing).toEqual([]);
  });
});

/** The first element of an array in source text. */
function firstElement(text: string): string {
  let [depth, quote] = [0, ''];
  for (let at = 0; at < text.length; at++) {
    const letter = text[at] ?? '';
    if (letter === '\\') at++;
    else if (quote !== '') quote = letter === quote ? '' : quote;
    else if (/['"`]/.test(letter)) quote = letter;
    else if (/[([{]/.test(letter)) depth++;
    else if (/[)\]}]/.test(letter) && depth-- === 0) return text.slice(0, at).trim();
    else if (letter === ',' && depth === 0) return text.slice(0, at).trim();
  }
  return text;
}

test('no text of the catalogue has a kubectl command as a plain literal', () => {
  const folder = join(import.meta.dirname, '../../../src/gates');
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

test('every kubectl command of a report names its cluster', () => {
  const folders = ['fixtures/scenes', 'fixtures/report', 'docs/failures'].map((folder) => join(import.meta.dirname, '../../..', folder));
  const texts = folders.flatMap((folder) => readdirSync(folder).map((file) => [file, readFileSync(join(folder, file), 'utf8')] as const));
  // `kubectl apply` as the name of a tool, in a sentence about it.
  const bare = /kubectl (?!\\?\s*(?:--|\\)|`|apply(?:`|&#96;|<\/code>) )[a-z]+[^`\n]*/g;
  expect(texts.flatMap(([file, text]) => [...text.matchAll(bare)].map(([found]) => `${file}: ${found}`))).toEqual([]);
});
