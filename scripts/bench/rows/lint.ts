/** Parsing and checking of trees, in this process. */
import { prepareAdmission } from '../../../src/admission/prepare.ts';
import { lint } from '../../../src/static/judge/lint.ts';
import { makeWorld } from '../../../src/static/world/make-world.ts';
import { parseManifests } from '../../../src/static/read/parse-manifests.ts';
import { joinResults } from '../../../src/static/read/read-result.ts';
import { RULES } from '../../../src/static/rules/index.gen.ts';
import { treeParts } from '../../../src/static/compare/tree-parts.ts';
import { growing } from '../computing.ts';
import type { Row } from '../row.ts';
import {
  content,
  fleet,
  numbered,
  overridesFor,
  pickAll,
  placement,
  runsFor,
  SYNTHETIC_NOW as now,
  textOf,
  workloads,
} from '../synthetic-fleet.ts';

const SIZES = [250, 500, 1000, 2000];

export const rows: readonly Row[] = [
  grows('lint', 'n placements with their content, no members', (n) => linting(placements(n))),
  grows('lint', '250 placements, n members', (n) => linting(placements(250), n)),
  grows('lint', 'n placements of one namespace, two on each cluster', (n) => linting(shared(n))),
  grows('lint', 'n / 5 placements with 2 n workloads', (n) => linting(withWorkloads(n / 5))),
  grows('lint', 'n placements with an override each', (n) => linting(withOverrides(n))),
  grows('lint', 'n placements that name one of n members each', (n) => linting(onOneEach(n), n)),
  grows('lint', 'n placements with an override each, in the place of n others', (n) =>
    linting(withOverrides(n), 0, otherNames(withOverrides(n))),
  ),
  grows('lint', 'n placements with an update run each, in the place of n others', (n) => linting(withRuns(n), 0, otherNames(withRuns(n)))),
  grows('lint', 'n / 50 folders for different hubs, 50 placements with an override in each', (n) => lintingFolders(n / 50)),
  grows('parse', 'n / 5 placements with 2 n workloads', (n) => parsing(withWorkloads(n / 5))),
  grows('parse', 'n documents', (n) => parsing(placements(n / 3))),
];

function grows(group: string, what: string, at: (n: number) => () => unknown): Row {
  return {
    group,
    what: `${group}: ${what}`,
    figures: { CPU: { unit: 'ms', bound: { of: 'growth', most: 1.1 } } },
    measure: async () => {
      await loadAdmission();
      return { CPU: await growing(SIZES, at) };
    },
  };
}

function loadAdmission(): Promise<void> {
  return prepareAdmission([placement(0, {}), ...overridesFor(1), ...runsFor(1)], 'v0.3');
}

/** @param members their number; not known if absent @param before the base, if there is one */
function linting(text: string, members?: number, before?: string): () => unknown {
  const read = parseManifests(text, 'tree.yaml');
  const known = {
    ...(members === undefined ? {} : { members: fleet(members) }),
    ...(before === undefined ? {} : { base: parseManifests(before, 'tree.yaml').manifests }),
  };
  return () => {
    const world = makeWorld({ target: 'v0.3', now, manifests: read.manifests, ...known });
    return lint(world, read, { rules: RULES, today: now });
  };
}

/** The same objects in each folder, so that each folder is a part. */
function lintingFolders(count: number): () => unknown {
  const text = withOverrides(50);
  const read = joinResults(numbered(count, (index) => parseManifests(text, `env/hub-${index}/all.yaml`)));
  return () => {
    const [first, ...others] = treeParts(read.manifests).map(({ manifests, judged }) =>
      makeWorld({ target: 'v0.3', now, manifests, about: judged }),
    );
    return first && lint([first, ...others], read, { rules: RULES, today: now });
  };
}

function parsing(text: string): () => unknown {
  return () => parseManifests(text, 'tree.yaml');
}

/** Three documents each. */
function placements(count: number): string {
  return textOf(numbered(count, (index) => [placement(index, pickAll(index)), ...content(index)]).flat());
}

function withOverrides(count: number): string {
  return textOf([...numbered(count, (index) => [placement(index, pickAll(index)), ...content(index)]).flat(), ...overridesFor(count)]);
}

function withRuns(count: number): string {
  const more = { strategy: { type: 'External' } };
  return textOf([...numbered(count, (index) => [placement(index, pickAll(index), { more }), ...content(index)]).flat(), ...runsFor(count)]);
}

function onOneEach(count: number): string {
  const named = (index: number): object => ({ placementType: 'PickFixed', clusterNames: [`member-${index}`] });
  return textOf(numbered(count, (index) => [placement(index, named(index)), ...content(index)]).flat());
}

/** The same objects with other names. */
function otherNames(text: string): string {
  return text.replaceAll('team-', 'former-').replaceAll('run-', 'former-run-');
}

/** Placements with one namespace each, with ten workloads in it and the objects they need. */
function withWorkloads(count: number): string {
  return textOf(numbered(count, (index) => [placement(index, pickAll(index)), ...content(index), ...workloads(index)]).flat());
}

/** All of them select the same namespace, and only two are on the same cluster. */
function shared(count: number): string {
  const fixed = (index: number): object => ({ placementType: 'PickFixed', clusterNames: [`member-${index >> 1}`] });
  return textOf([...numbered(count, (index) => placement(index, fixed(index), { namespace: 'team-0' })), ...content(0)]);
}
