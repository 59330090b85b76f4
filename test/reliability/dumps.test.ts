/** A hub from files that were edited, cut, mixed or made at several times: nothing passes that the newest of them does not show as good. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { KubeObject } from '../../src/fleet/kubernetes/object.ts';
import { groupOf } from '../../src/fleet/kubernetes/object.ts';
import { greenFleet, NOW, objectsOf } from '../support/fleets/fleet.ts';
import { finishedFleet, stagedObjects } from '../support/fleets/staged-fleet.ts';
import { runCli, type CliRun } from '../support/process/run-cli.ts';
import { reliability } from '../support/reliability.ts';
import { temporaryFolder } from '../support/trees/temporary-folder.ts';

const suite = reliability('dumps', {
  title: 'Dumps that are not one whole hub',
  proves:
    'A dump of a good hub loses an object or a field, is cut, or is mixed with a dump of another time. No such dump passes where its newest part is not good, and a pass names what was not in the files. The control is the dump itself, which passes.',
});

const HUBS: Readonly<Record<string, { readonly target: string; readonly objects: readonly KubeObject[] }>> = {
  'a placement': { target: 'crp/shop', objects: objectsOf(greenFleet()) },
  'an update run': { target: 'csur/v1', objects: stagedObjects(finishedFleet()) },
};

/** Kinds without which a hub is not known to be good. The others are in no verdict. */
const VITAL: ReadonlySet<string> = new Set([
  'ClusterResourcePlacement',
  'ClusterStagedUpdateRun',
  'ClusterResourceBinding',
  'ClusterResourceSnapshot',
  'Work',
]);

/** A run that has ended is checked by itself and its clusters, even if its placement changes later. */
function isVital({ kind }: KubeObject, target: string): boolean {
  return VITAL.has(kind) && !(target.startsWith('csur/') && kind === 'ClusterResourcePlacement');
}

/** Edits after which an object is not good. */
const EDITS: Readonly<Record<string, (object: Mutable) => void>> = {
  'is being deleted': ({ metadata }) => Object.assign(metadata, { deletionTimestamp: '2026-03-04T09:59:00Z' }),
  'has a newer generation': ({ metadata }) => Object.assign(metadata, { generation: Number(metadata['generation'] ?? 1) + 1 }),
  'has no status': (object) => void delete object['status'],
};

type Mutable = Record<string, unknown> & { readonly kind: string; readonly metadata: Record<string, unknown> };

test('a hub of which one object is gone, deleted, changed or not good does not pass', async () => {
  let times = 0;
  for (const [what, { target, objects }] of Object.entries(HUBS)) {
    expect((await judged(target, [list(objects)])).exitCode, what).toBe(0);
    const edited = objects.flatMap((object, index) => (isVital(object, target) ? editsOf(object).map((edit) => ({ index, ...edit })) : []));
    for (const { index, name, make } of edited.filter((_, at) => suite.whole || at % 7 === suite.seed % 7)) {
      const { metadata, kind } = objects[index] as KubeObject;
      const changed = objects.flatMap((object, at) => (at === index ? make(object) : [object]));
      const { exitCode, out } = await judged(target, [list(changed)]);
      expect(exitCode, `${what}: ${kind} ${metadata.name} ${name}: ${out}`).not.toBe(0);
      times += 1;
    }
  }
  suite.tell({ tried: 'a good hub without one object, or with one that is deleted, changed or not good', times, outcome: 'none passed' });
});

test('a pass without Works or MemberClusters names them', async () => {
  const { target, objects } = HUBS['a placement'] as (typeof HUBS)[string];
  for (const kind of ['Work', 'MemberCluster']) {
    const { out } = await judged(target, [list(objects.filter((object) => object.kind !== kind))]);
    expect(out).toContain(`${kind}s are not in the files`);
  }
  suite.tell({ tried: 'a good hub without its Works or MemberClusters', times: 2, outcome: 'each pass named them' });
});

test('what a later dump does not have is gone', async () => {
  let times = 0;
  for (const [what, { target, objects }] of Object.entries(HUBS)) {
    const before = dump(objects, '2026-03-04T09:50:00Z');
    for (const kind of [...VITAL].filter((each) => objects.some((object) => object.kind === each && isVital(object, target)))) {
      const after = dump(
        objects.filter((object) => object.kind !== kind),
        '2026-03-04T10:00:00Z',
        objects,
      );
      const { exitCode: own } = await judged(target, [after]);
      expect(own, kind).not.toBe(0);
      for (const files of [[before, after], [after, before], [`${before}\n---\n${after}`]]) {
        const { exitCode, err } = await judged(target, files);
        expect(exitCode, `${what} without ${kind}`).toBe(own);
        expect(err).toContain('a later dump does not have them');
        times += 1;
      }
    }
  }
  suite.tell({ tried: 'two dumps, of which the later one lacks a kind', times, outcome: 'each ended as the later one alone' });
});

/** Texts that are a part of a hub, or not known to be newer. */
const PARTS: Readonly<Record<string, (objects: readonly KubeObject[]) => string>> = {
  'a text that is cut': (objects) => list(objects).slice(0, -200),
  'a list of which there is more': (objects) => JSON.stringify({ ...(JSON.parse(list(objects)) as object), metadata: { continue: 'x' } }),
  'an object that is null': (objects) => JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [...objects, null] }),
  'the answer of a server that refuses': (objects) =>
    `${list(objects)}\n---\n${JSON.stringify({ kind: 'Status', apiVersion: 'v1', status: 'Failure', code: 403 })}`,
  'a table': (objects) => JSON.stringify({ apiVersion: 'meta.k8s.io/v1', kind: 'Table', rows: objects.map((object) => ({ object })) }),
  'events of a watch': (objects) => objects.map((object) => JSON.stringify({ type: 'ADDED', object })).join('\n---\n'),
  'copies without a version': (objects) => list([...objects.map(notApplied), ...objects].map(withoutVersion)),
  'copies with a version that is no number': (objects) =>
    list([...objects.map(notApplied).map((each) => versioned(each, 'x')), ...objects]),
};

test('a part of a hub, or copies of which none is known to be newer, is an error', async () => {
  const { target, objects } = HUBS['a placement'] as (typeof HUBS)[string];
  for (const [what, of] of Object.entries(PARTS)) expect((await failed(target, [of(objects)]))?.name, what).toBe('ConfigError');
  const newer = objects.map(notApplied).map((object) => versioned(object, '999999'));
  for (const copies of [
    [...newer, ...objects.map((object) => versioned(object, '5'))],
    [...objects.map((object) => versioned(object, '5')), ...newer],
  ])
    expect((await judged(target, [list(copies)])).exitCode).not.toBe(0);
  suite.tell({
    tried: 'texts that are cut, no list of objects, or hold two copies of an object',
    times: Object.keys(PARTS).length + 2,
    outcome: 'each was an error, or was judged by the copy with the higher version',
  });
});

function editsOf(object: KubeObject): readonly { readonly name: string; readonly make: (object: KubeObject) => readonly KubeObject[] }[] {
  const edit = (name: string, change: (object: Mutable) => void): { name: string; make: (each: KubeObject) => readonly KubeObject[] } => ({
    name,
    make: (each) => {
      const copy = structuredClone(each) as unknown as Mutable;
      change(copy);
      return [copy as unknown as KubeObject];
    },
  });
  const isSnapshot = object.kind.endsWith('Snapshot');
  // Only the state of a run can be edited, and one that has succeeded does not go on: its other conditions are history.
  const isRun = object.kind.endsWith('Run');
  const edits = Object.entries(EDITS).filter(([name]) => !isRun || name !== 'has a newer generation');
  const conditions = isSnapshot ? [] : conditionsOf(object);
  return [
    { name: 'is gone', make: () => [] },
    ...(isSnapshot ? [] : edits.map(([name, change]) => edit(name, change))),
    ...conditions.flatMap(({ type, status }, index) =>
      status === 'False' || (isRun && type !== 'Succeeded')
        ? []
        : [edit(`has ${String(type)} False`, (copy) => Object.assign(conditionsOf(copy)[index] ?? {}, { status: 'False' }))],
    ),
  ];
}

function conditionsOf(object: object): readonly Record<string, unknown>[] {
  const { conditions = [] } = (object as { status?: { conditions?: Record<string, unknown>[] } }).status ?? {};
  return conditions;
}

function notApplied(object: KubeObject): KubeObject {
  const copy = structuredClone(object) as unknown as Mutable;
  if (copy.kind === 'Work') for (const condition of conditionsOf(copy)) condition['status'] = 'False';
  return copy as unknown as KubeObject;
}

function withoutVersion(object: KubeObject): KubeObject {
  const { resourceVersion: _, ...metadata } = object.metadata;
  return { ...object, metadata };
}

function versioned(object: KubeObject, resourceVersion: string): KubeObject {
  return { ...object, metadata: { ...object.metadata, resourceVersion } };
}

function list(objects: readonly object[]): string {
  return JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects });
}

/** A file of `fleet-gate snapshot`. @param saw objects of the kinds that it saw */
function dump(objects: readonly KubeObject[], takenAt: string, saw: readonly KubeObject[] = objects): string {
  const types = [...new Map(saw.map(({ apiVersion, kind }) => [kind, { group: groupOf(apiVersion), kind, visibility: 'seen' }])).values()];
  const coverage = { apiVersion: 'fleet-gate.dev/v1', kind: 'SnapshotCoverage', metadata: { name: 'fleet-gate' }, takenAt, types };
  return list([coverage, ...objects]);
}

function judged(target: string, texts: readonly string[]): Promise<CliRun> {
  const cwd = temporaryFolder();
  for (const [index, text] of texts.entries()) writeFileSync(path.join(cwd, `${index}.yaml`), text);
  const now = texts.some((text) => text.includes('SnapshotCoverage')) ? [] : ['--now', NOW.toISOString()];
  return runCli(cwd, ['diagnose', target, ...texts.flatMap((_, index) => ['--from', `${index}.yaml`]), ...now]);
}

function failed(target: string, texts: readonly string[]): Promise<Error | undefined> {
  return judged(target, texts).then(
    () => undefined,
    (error: unknown) => error as Error,
  );
}
