/**
 * `npm run bench`: how cost grows, as ratios within one run, since times of one machine say nothing about another. A row doubles one size
 * again and again; what is linear doubles with it. The admission twin is measured in absolute figures, as its budget is (`-- admission`).
 * Nothing is asserted: look at the table before and after a change.
 */
import { prepareAdmission } from '../src/admission/prepare.ts';
import { memberClusters } from '../src/fleet/member-cluster.ts';
import { groupOf, type KubeObject } from '../src/fleet/object.ts';
import type { Planned } from '../src/schedule/plan-context.ts';
import { expectationOf } from '../src/gates/deploy/expectation.ts';
import type { Target } from '../src/gates/deploy/target.ts';
import { stateOf } from '../src/gates/hub/hub-state-of.ts';
import { keptFor } from '../src/gates/hub/keep/kept-for.ts';
import type { Kept } from '../src/gates/hub/keep/kept.ts';
import { nameKey, typeKey } from '../src/gates/hub/keys.ts';
import { JUDGED_ONCE } from '../src/gates/memory.ts';
import { judge } from '../src/gates/verdict/judge.ts';
import { DIFF_LIMITS, DiffBudget } from '../src/cli/plan-diff/diff-budget.ts';
import { toldDiffs } from '../src/cli/plan-diff/told-diffs.ts';
import { clusterChanges } from '../src/schedule/change/cluster-changes.ts';
import { planPlacements } from '../src/schedule/plan.ts';
import { schedule } from '../src/schedule/schedule.ts';
import { lint } from '../src/static/lint.ts';
import { makeWorld } from '../src/static/make-world.ts';
import { parseManifests } from '../src/static/read/parse-manifests.ts';
import { RULES } from '../src/static/rules/index.gen.ts';

import { FLEET_NOW, largeFleet } from '../test/support/large-fleet.ts';

import { benchAdmission } from './bench-admission.ts';

const NOW = new Date('2026-01-01T12:00:00Z');
const REGIONS = ['east', 'west', 'north', 'south'];

interface Row {
  readonly what: string;
  readonly unit: string;
  /** Prepares one size and answers what is measured. */
  readonly at: (size: number) => () => unknown;
  readonly sizes: readonly number[];
}

const SIZES = [125, 250, 500, 1000];
const ROWS: readonly Row[] = [
  row('schedule: PickAll, n placements × 1,000 clusters', 'placements', (n) => scheduling(n, 1000, pickAll)),
  row('schedule: PickAll, 1,000 placements × n clusters', 'clusters', (n) => scheduling(1000, n, pickAll)),
  row('schedule: PickN 3 with affinity, 1,000 placements × n clusters', 'clusters', (n) => scheduling(1000, n, pickN)),
  row('plan: n placements × 1,000 clusters', 'placements', (n) => planning(n, 1000, [])),
  row('plan: 1,000 placements × n clusters', 'clusters', (n) => planning(1000, n, [])),
  row('plan with a base: n placements × 1,000 clusters', 'placements', (n) => planning(n, 1000, [], 'base')),
  row('plan with a base: 1,000 placements × n clusters', 'clusters', (n) => planning(1000, n, [], 'base')),
  row('plan with a base that picks otherwise: 1,000 placements × n clusters', 'clusters', (n) => planning(1000, n, [], 'moved')),
  row('plan with an override of each: n placements × 1,000 clusters', 'placements', (n) => planning(n, 1000, overridesFor(n))),
  row('plan with an override of each: 1,000 placements × n clusters', 'clusters', (n) => planning(1000, n, overridesFor(1000))),
  row('diff: n placements that change × 1,000 clusters', 'placements', (n) => diffing(n, 1000, [])),
  row('diff: 1,000 placements that change × n clusters', 'clusters', (n) => diffing(1000, n, [])),
  row('diff: 100 placements that change on each of n clusters otherwise', 'clusters', (n) => diffing(100, n, overridesFor(100, 'each'))),
  row('diff: n placements that do not change × 1,000 clusters', 'placements', (n) => diffing(n, 1000, [], 'fast')),
  row('lint: n placements with their content, no members', 'placements', (n) => linting(n, undefined)),
  row('lint: 250 placements, n members', 'members', (n) => linting(250, n)),
  row('lint: n placements of one namespace, two on each cluster', 'placements', (n) => lintingShared(n)),
  row('lint: n / 5 placements with 2 n workloads', 'placements', (n) => linting2(n / 5)),
  row('parse: n / 5 placements with 2 n workloads', 'placements', (n) => parsingText(fleetText(n / 5))),
  row('parse: n documents', 'documents', (n) => parsing(n)),
  row('gate: n placements × 20 clusters, judged from few bytes', 'placements', (n) => gating(n / 5, 20)),
  row('gate: 50 placements × n clusters, judged from few bytes', 'clusters', (n) => gating(50, n / 5)),
];

function row(what: string, unit: string, at: Row['at']): Row {
  return { what, unit, at, sizes: SIZES };
}

const WIDTH = 74;
const filter = process.argv[2] ?? '';
await prepareAdmission([placement(0, {})], 'v0.3');
if ('admission'.includes(filter)) await benchAdmission();
console.log(`${'what'.padEnd(WIDTH)}${'1000'.padStart(9)}   growth at each doubling (2.0 is linear)`);
for (const { what, at, sizes } of ROWS.filter((each) => each.what.includes(filter))) {
  const times = sizes.map((size) => median(at(size)));
  const ratios = times.slice(1).map((time, index) => (time / (times[index] ?? time)).toFixed(1));
  console.log(
    `${what.padEnd(WIDTH)}${`${(times.at(-1) ?? 0).toFixed(0)} ms`.padStart(9)}   ${ratios.map((ratio) => `×${ratio}`).join('  ')}`,
  );
}

if ('judging to parsing'.includes(filter)) printShare('judging to parsing: 200 placements with 2,000 workloads', fleetText(200));

/** Milliseconds of computing; the first run warms up. */
function median(run: () => unknown): number {
  run();
  return middle(Array.from({ length: 5 }, () => computing(run)));
}

/**
 * How long judging takes as a share of parsing, both warm and in turns, so that whatever else the machine does hits both. Told are the
 * median of the pairs and the quartiles around it.
 */
function printShare(what: string, text: string): void {
  const parse = parsingText(text);
  const judging = lintingText(text, undefined);
  const pair = (): number => {
    const parsed = computing(parse);
    return computing(judging) / parsed;
  };
  for (let round = 0; round < 10; round += 1) pair();
  const shares = Array.from({ length: 31 }, pair).toSorted((a, b) => a - b);
  const said = (index: number): string => `×${(shares[index] ?? 0).toFixed(2)}`;
  console.log(`${what.padEnd(WIDTH)}${said(15).padStart(9)}   quartiles ${said(7)} and ${said(23)}`);
}

function computing(run: () => unknown): number {
  const start = process.threadCpuUsage();
  run();
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1000;
}

function middle(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0;
}

function scheduling(placements: number, clusters: number, policy: (index: number) => object): () => unknown {
  const members = memberClusters(fleet(clusters));
  const objects = Array.from({ length: placements }, (_, index) => placement(index, policy(index)));
  return () => objects.map((object) => schedule({ placement: object, clusters: members, now: NOW }).picked.length);
}

function planning(placements: number, clusters: number, others: readonly KubeObject[], before?: 'base' | 'moved'): () => unknown {
  const members = fleet(clusters);
  const tree = Array.from({ length: placements }, (_, index) => [placement(index, pickAll(index)), ...content(index)]);
  const objects = [...tree.flat(), ...others].map(planned);
  const base = Array.from({ length: placements }, (_, index) => [
    placement(index, pickAll(before === 'moved' ? index + 1 : index)),
    ...content(index),
  ]);
  const compared = before === undefined ? {} : { base: base.flat().map(planned) };
  return () => planPlacements({ objects, members, now: NOW, ...compared });
}

/** What changes on clusters, in lines; the plan itself is made beforehand. */
function diffing(placements: number, clusters: number, others: readonly KubeObject[], before = 'slow'): () => unknown {
  const members = fleet(clusters);
  const tree = (mode: string): readonly Planned[] => {
    const own = Array.from({ length: placements }, (_, index) => [placement(index, pickAll(index)), ...content(index, mode)]);
    return [...own.flat(), ...others].map(planned);
  };
  const input = { objects: tree('fast'), base: tree(before), members, now: NOW };
  const plan = planPlacements(input);
  return () => {
    const telling = { scope: '', hide: () => '', budget: new DiffBudget(DIFF_LIMITS) };
    return clusterChanges(input, plan).placements.map((changes) => toldDiffs(changes, telling));
  };
}

function planned(object: KubeObject): Planned {
  return { object, namespace: object.metadata.namespace };
}

function linting(placements: number, members: number | undefined): () => unknown {
  return lintingText(textOf(placements), members);
}

/** All of them select the same namespace, and only the two on one cluster meet. */
function lintingShared(placements: number): () => unknown {
  const fixed = (index: number): object => ({ placementType: 'PickFixed', clusterNames: [`member-${index >> 1}`] });
  const objects = Array.from({ length: placements }, (_, index) => placement(index, fixed(index), 'team-0'));
  return lintingText(textOfAll([...objects, ...content(0)]), undefined);
}

function lintingText(text: string, members: number | undefined): () => unknown {
  const read = parseManifests(text, 'tree.yaml');
  const known = members === undefined ? {} : { members: fleet(members) };
  return () => {
    const world = makeWorld({ target: 'v0.3', now: NOW, manifests: read.manifests, ...known });
    return lint(world, read, { rules: RULES, today: NOW });
  };
}

function parsing(documents: number): () => unknown {
  return parsingText(textOf(documents / 3));
}

function parsingText(text: string): () => unknown {
  return () => parseManifests(text, 'tree.yaml');
}

function linting2(placements: number): () => unknown {
  return lintingText(fleetText(placements), undefined);
}

/** Placements of a namespace each, with ten workloads in it and what they need. */
function fleetText(placements: number): string {
  const objects = Array.from({ length: placements }, (_, index) => [
    placement(index, pickAll(index)),
    ...content(index),
    ...workloads(index),
  ]);
  return textOfAll(objects.flat());
}

function workloads(index: number): readonly KubeObject[] {
  return Array.from({ length: 10 }, (_, position) => {
    const name = `web-${position}`;
    const labels = { app: name };
    const container = {
      name: 'web',
      image: `registry.example/team-${index}/${name}:1.4`,
      envFrom: [{ configMapRef: { name: 'settings' } }],
      ports: [{ containerPort: 8080 }],
      resources: { requests: { cpu: '100m', memory: '128Mi' } },
    };
    return {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name, namespace: `team-${index}`, labels },
      spec: { replicas: 2, selector: { matchLabels: labels }, template: { metadata: { labels }, spec: { containers: [container] } } },
    };
  });
}

/** Sizes are a fifth of those of the other rows. */
function gating(placements: number, clusters: number): () => unknown {
  const kept = new Map<string, Kept>();
  const targets: Target[] = [];
  for (const object of largeFleet({ placements, clusters })) {
    const type = { group: groupOf(object.apiVersion), kind: object.kind };
    const ofType = kept.get(typeKey(type)) ?? keptFor(type);
    kept.set(typeKey(type), ofType);
    ofType.set(nameKey(object.metadata.namespace, object.metadata.name), object);
    if (object.kind === 'ClusterResourcePlacement') targets.push({ kind: object.kind, name: object.metadata.name });
  }
  const expectation = expectationOf({ targets });
  return () => {
    const views = new Map([...kept].map(([type, objects]) => [type, objects.view()]));
    return judge(
      stateOf(views, FLEET_NOW, () => ({ kind: 'seen' })),
      expectation,
      JUDGED_ONCE,
      0,
    );
  };
}

function textOf(placements: number): string {
  return textOfAll(Array.from({ length: placements }, (_, index) => [placement(index, pickAll(index)), ...content(index)]).flat());
}

function textOfAll(objects: readonly KubeObject[]): string {
  return objects.map((object) => JSON.stringify(object, undefined, 1)).join('\n---\n');
}

function pickAll(index: number): object {
  return { placementType: 'PickAll', ...requiredRegion(index) };
}

function pickN(index: number): object {
  return { placementType: 'PickN', numberOfClusters: 3, ...requiredRegion(index) };
}

function requiredRegion(index: number): object {
  const labelSelector = { matchLabels: { region: REGIONS[index % REGIONS.length] } };
  return {
    affinity: { clusterAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { clusterSelectorTerms: [{ labelSelector }] } } },
  };
}

function placement(index: number, policy: object, namespace = `team-${index}`): KubeObject {
  const selector = { group: '', version: 'v1', kind: 'Namespace', name: namespace };
  return {
    apiVersion: 'placement.kubernetes-fleet.io/v1',
    kind: 'ClusterResourcePlacement',
    metadata: { name: `team-${index}` },
    spec: { resourceSelectors: [selector], policy },
  };
}

function content(index: number, mode = 'fast'): readonly KubeObject[] {
  const namespace = `team-${index}`;
  return [
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } },
    { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings', namespace }, data: { mode } },
  ];
}

/** Of half the clusters, or another one for each of them. */
function overridesFor(count: number, of: 'half' | 'each' = 'half'): readonly KubeObject[] {
  const labelSelector = of === 'half' ? { matchLabels: { env: 'prod' } } : {};
  const patch =
    of === 'half'
      ? { op: 'replace', path: '/data/mode', value: 'careful' }
      : { op: 'add', path: '/data/site', value: '${MEMBER-CLUSTER-NAME}' };
  return Array.from({ length: count }, (_, index) => ({
    apiVersion: 'placement.kubernetes-fleet.io/v1',
    kind: 'ResourceOverride',
    metadata: { name: 'mode', namespace: `team-${index}` },
    spec: {
      resourceSelectors: [{ group: '', version: 'v1', kind: 'ConfigMap', name: 'settings' }],
      policy: {
        overrideRules: [
          {
            clusterSelector: { clusterSelectorTerms: [{ labelSelector }] },
            jsonPatchOverrides: [patch],
          },
        ],
      },
    },
  }));
}

function fleet(clusters: number): readonly KubeObject[] {
  const condition = (type: string): object => ({ type, status: 'True', lastTransitionTime: '2026-01-01T00:00:00Z' });
  return Array.from({ length: clusters }, (_, index) => ({
    apiVersion: 'cluster.kubernetes-fleet.io/v1',
    kind: 'MemberCluster',
    metadata: {
      name: `member-${index}`,
      labels: { region: REGIONS[index % REGIONS.length] ?? '', env: index % 2 === 0 ? 'prod' : 'test' },
    },
    spec: {},
    status: {
      agentStatus: [
        { type: 'MemberAgent', conditions: [condition('Joined'), condition('Healthy')], lastReceivedHeartbeat: NOW.toISOString() },
      ],
    },
  }));
}
