import { parseConfig } from '../../../src/config.ts';
import type { LintReport } from '../../../src/report.ts';
import { gatesOfWorkflow } from '../../../src/cli/tree/gates-of-workflow.ts';
import type { HubListing } from '../../../src/fleet/kubefleet/hub-state.ts';
import { mergeClusters } from '../../../src/static/world/clusters-of-manifests.ts';
import { lint, type Sources } from '../../../src/static/judge/lint.ts';
import { makeWorld } from '../../../src/static/world/make-world.ts';
import { treeParts } from '../../../src/static/compare/tree-parts.ts';
import { parseManifests } from '../../../src/static/read/parse-manifests.ts';
import { joinResults } from '../../../src/static/read/read-result.ts';
import type { AnyRule } from '../../../src/static/world/rule.ts';
import type { World } from '../../../src/static/world/world.ts';
import { field, listAt, stringAt } from '../../../src/fleet/json/json.ts';
import { parseObjects } from '../../../src/yaml/objects.ts';
import { loadEngines } from '../../../src/admission/prepare.ts';

await loadEngines();

export interface Texts {
  readonly files: readonly { readonly path: string; readonly text: string }[];
  /** MemberClusters as a hub returns them, combined with those of the files. The fleet is unknown if there are neither. */
  readonly clusters?: string | undefined;
  /** The manifests before the change: one text, or files if their folders matter. */
  readonly base?: string | Texts['files'] | undefined;
  /** Workflows of the repository. */
  readonly workflows?: readonly { readonly path: string; readonly text: string }[];
  /** Everything that the hub holds and serves, except its clusters. */
  readonly hub?: string | undefined;
  /** `.fleet-gate.yaml`. */
  readonly config?: string | undefined;
}

/** The date at which fixtures are checked. The heartbeats of their clusters have the same date. */
export const TODAY = new Date('2026-06-01T12:00:00Z');

/** Reads and checks texts with these rules, as the command does. */
export function lintTexts(texts: Texts, rules: readonly AnyRule[]): LintReport {
  const { config, suppress, provided } = parseConfig(texts.config ?? '', '.fleet-gate.yaml', { rules, graces: [] });
  const { worlds, sources } = worldsOf(texts, config.target);
  return lint(worlds, sources, { rules, today: TODAY, settings: config.rules ?? {}, suppress, provided });
}

/** The world of texts that form a single part of a tree. */
export function worldOf(texts: Texts, target?: World['target']): { readonly world: World; readonly sources: Sources } {
  const { worlds, sources } = worldsOf(texts, target);
  return { world: worlds[0], sources };
}

/** A world for each part of the tree, as the command checks it. */
function worldsOf(
  { files, clusters, base, hub, workflows = [] }: Texts,
  target: World['target'] = 'v0.3',
): { readonly worlds: readonly [World, ...(readonly World[])]; readonly sources: Sources } {
  const sources = joinResults(files.map(({ path, text }) => parseManifests(text, path)));
  const dump = Map.groupBy(parseObjects(clusters ?? '', 'clusters.yaml').objects, ({ kind }) => kind === 'MemberCluster');
  const baseFiles = typeof base === 'string' ? [{ path: 'base.yaml', text: base }] : base;
  const wholeBase = baseFiles?.flatMap(({ path, text }) => parseManifests(text, path).manifests);
  const given = clusters === undefined ? undefined : (dump.get(true) ?? []);
  const [first, ...others] = treeParts(sources.manifests, wholeBase).map(({ manifests, judged, moved, partOf, base: before }) => {
    const { members, before: membersBefore, assumed } = mergeClusters(manifests, before, given, TODAY);
    return makeWorld({
      target,
      now: TODAY,
      manifests,
      notEvaluated: sources.notEvaluated,
      about: judged,
      moved,
      ...(partOf === undefined ? {} : { partOf }),
      ...(before === undefined ? {} : { base: before }),
      ...(members === undefined ? {} : { members, assumed }),
      ...(membersBefore === undefined ? {} : { membersBefore }),
      decided: dump.get(false) ?? [],
      gates: workflows.flatMap(({ path, text }) => gatesOfWorkflow(text, path, { timeout: 900_000, timeoutText: '15m' })),
      ...(hub === undefined ? {} : { hub: hubOf(hub) }),
    });
  });
  if (first === undefined) throw new Error('a tree is one part at least');
  return { worlds: [first, ...others], sources };
}

/** APIResourceLists among the objects are the complete list of what the hub serves. Without one, what it serves is unknown. */
function hubOf(text: string): HubListing {
  const { true: lists = [], false: objects = [] } = Object.groupBy(
    parseObjects(text, 'hub.yaml').objects,
    ({ kind }) => `${kind === 'APIResourceList'}` as const,
  );
  const resources = lists.flatMap((list) => {
    const [version = '', group = ''] = (stringAt(list, 'groupVersion') ?? '').split('/').toReversed();
    return listAt(list, 'resources').map((resource) => ({
      group,
      kind: stringAt(resource, 'kind') ?? '',
      plural: stringAt(resource, 'name') ?? '',
      namespaced: field(resource, 'namespaced') === true,
      preferred: version,
    }));
  });
  return { objects, apis: lists.length === 0 ? undefined : { resources, unread: [] }, visibility: () => ({ kind: 'seen' }) };
}
