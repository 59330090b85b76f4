import { isDeepStrictEqual } from 'node:util';
import type { NotEvaluated } from '../../../finding.ts';
import { field, isObject } from '../../../fleet/json/json.ts';
import { isFleetObject } from '../../../fleet/kubefleet/fleet-object.ts';
import { displayName } from '../../../fleet/kubernetes/object.ts';
import { listed } from '../../../fleet/text/listed.ts';
import { type Delivery, OF_HELM, OPEN } from '../../../static/read/deployers/delivery.ts';
import { deployerKind } from '../../../static/read/deployers/deployer-kind.ts';
import { deletesAtEnd, ofMade, prunes } from '../../../static/read/deployers/prunes.ts';
import { placedContent } from '../../../static/read/kustomize/placed-content.ts';
import { fetchedEntry } from '../../../static/read/render/fetched-entries.ts';
import { PATCHES } from '../../../static/read/kustomize/kustomization.ts';
import type { ReadResult } from '../../../static/read/read-result.ts';
import { deployedPlace } from '../../../static/world/hub-world.ts';
import { keyOfManifest } from '../../../static/world/manifest-key.ts';
import type { Manifest } from '../../../static/world/manifest.ts';
import { namedOnce, unevaluated } from '../../../static/world/unevaluated.ts';
import type { StaticInput } from '../static-input.ts';
import { editedDeliveries } from './edited-deliveries.ts';

/**
 * What the base deployed to where a placement selects it, that was not read there, and that the change ends or edits: what that removes from
 * clusters is not known. Deployers that delete nothing are left out.
 */
export function removalsNotRead(input: Compared): readonly NotEvaluated[] {
  const { read, base } = input;
  if (base === undefined) return [];
  const now = deployersOf(read, base);
  return namedOnce([...ofOutside(read, base, now), ...ofEntries(read, base), ...ofChanges(input, base, now)]).map((entry) => ({
    ...entry,
    fleetObject: true,
  }));
}

/** The same as a note. */
export function removalsNotReadNotes(input: Compared): readonly string[] {
  const names = removalsNotRead(input).map(({ file, object }) => (object === undefined ? file : `${displayName(object)} in ${file}`));
  if (names.length === 0) return [];
  const all = [...new Set(names)];
  return [`This change ends or edits what ${listed(all, 3)} deployed at the base. What that removes from clusters was not checked.`];
}

type Compared = Pick<StaticInput, 'read' | 'base' | 'undeployed' | 'unplanned'>;
type Deployers = (was: Manifest) => Manifest | undefined;

const NOT_CHECKED = 'What that removes from clusters was not checked.';

function ofOutside(read: ReadResult, { filled = [] }: ReadResult, now: Deployers): readonly NotEvaluated[] {
  const unread = new Set(read.filled?.map(({ by }) => keyOfManifest(by)));
  return filled.flatMap(({ by, does, isHere }) => {
    const is = now(by);
    if (is !== undefined && isDeepStrictEqual(contentOf(is), contentOf(by))) return [];
    // A source that is this repository after all: its path of the base is not here, so it deployed nothing.
    const isCorrected = is !== undefined && isHere !== true && !unread.has(keyOfManifest(is)) && withoutPaths(is) === withoutPaths(by);
    if (isCorrected || keepsAll(by, is)) return [];
    const how = is === undefined ? 'removes it' : 'edits what it deploys';
    return [unevaluated(is ?? by, `At the base it ${does}, which a placement selects, and this change ${how}. ${NOT_CHECKED}`)];
  });
}

/** Entries of other repositories in overlays. */
function ofEntries(read: ReadResult, base: ReadResult): readonly NotEvaluated[] {
  const fetchedIn = ({ notEvaluated }: ReadResult): readonly (readonly [NotEvaluated, string])[] =>
    notEvaluated.flatMap((entry) => {
      const path = entry.fleetObject === true ? fetchedEntry(entry.reason) : undefined;
      return path === undefined ? [] : [[entry, path] as const];
    });
  const placeOf = ({ rendered, file }: NotEvaluated): string => JSON.stringify(rendered?.overlays ?? [file]);
  const now = new Set(fetchedIn(read).flatMap(([entry, path]) => [path, placeOf(entry)]));
  return fetchedIn(base).flatMap(([entry, path]) => {
    const deliveries = (entry.rendered?.overlays ?? []).flatMap((overlay) => base.built?.deliveries(overlay) ?? []);
    const isKept = deliveries.length > 0 && deliveries.every((each) => each.prunes === false);
    if (now.has(path) || now.has(placeOf(entry)) || isKept) return [];
    return [{ ...entry, reason: `This change removes "${path}" from it, which was not read. ${NOT_CHECKED}` }];
  });
}

/** Names, values and whole objects that a deployer of the base made in a way that is not known. */
function ofChanges(input: Compared, base: ReadResult, now: Deployers): readonly NotEvaluated[] {
  const reported = new Set(editedDeliveries(input).flatMap((entry) => (entry.fleetObject === true ? [nameOf(entry)] : [])));
  const isPlaced = placedContent(base.manifests);
  const open = base.manifests.filter(
    (each) =>
      each.changedBy !== undefined &&
      !isFleetObject(each.object) &&
      !reported.has(nameOf(unevaluated(each, ''))) &&
      isPlaced({ namespaces: [], manifests: [each] }),
  );
  const names = new Map<Manifest, Set<string>>();
  for (const manifest of open)
    for (const delivery of base.built?.deliveries(deployedPlace(manifest)) ?? []) {
      const all = names.get(delivery.manifest) ?? new Set();
      for (const name of namesIn(delivery, manifest)) all.add(name);
      names.set(delivery.manifest, all);
    }
  return [...names].flatMap(([by, all]) => {
    const is = now(by);
    const changesOf = (tree: ReadResult | undefined, each: Manifest | undefined): readonly unknown[] =>
      (tree?.built?.deliveries() ?? []).filter(({ manifest }) => manifest === each).map(({ changes }) => changes);
    const [was, has] = [changesOf(base, by), changesOf(input.read, is)];
    const valuesOf = (changes: readonly unknown[], name: string): readonly unknown[] => changes.map((each) => field(each, name));
    const edited = [...all].filter((name) => !isDeepStrictEqual(valuesOf(was, name), valuesOf(has, name)));
    if (edited.length === 0 || keepsAll(by, is)) return [];
    const shown = [
      ...new Set(edited.map((name) => (deployerKind(by.object) === 'HelmRelease' && !OF_HELM.includes(name) ? 'postRenderers' : name))),
    ];
    const isGone = edited.every((name) => valuesOf(has, name).every((value) => value === undefined));
    const how = is === undefined ? 'removes it, and it had' : `${isGone ? 'removes' : 'edits'} its`;
    return [
      unevaluated(is ?? by, `This change ${how} ${listed(shown, 3)}. What it made with that at the base is not known. ${NOT_CHECKED}`),
    ];
  });
}

/** The fields that may decide whether there is an object of this name. */
function namesIn({ changes, manifest: { file } }: Delivery, manifest: Manifest): readonly string[] {
  if (manifest.changedBy?.some((each) => each.file === file) !== true) return [];
  const isOfChart = manifest.rendered?.command.startsWith('helm ') === true;
  return Object.entries(changes).flatMap(([name, value]) => {
    const mayDecide = OF_HELM.includes(name)
      ? isOfChart
      : OPEN.includes(name) || NAMING.has(name) || (PATCHES.includes(name) && mayRename(value));
    return mayDecide ? [name] : [];
  });
}

/** Whether patches may give objects another name, namespace, kind or labels. What one deletes comes back without it. */
function mayRename(patches: unknown): boolean {
  return RENAMING.test(JSON.stringify(patches).replaceAll('\\', ''));
}

/** What has been left by the deployer, or is left. Without a finalizer it depends on who deletes an Application. */
function keepsAll(was: Manifest, is: Manifest | undefined): boolean {
  const kind = deployerKind((is ?? was).object);
  const { object } = is ?? was;
  if (kind === undefined) return false;
  if (kind === 'ApplicationSet') {
    const finalizers = field(object, 'spec', 'template', 'metadata', 'finalizers');
    const isDeleted = ofMade(object, Array.isArray(finalizers) ? finalizers : []).deletesAtEnd === true;
    return !isDeleted && (is === undefined || !prunes('Application', field(object, 'spec', 'template', 'spec')));
  }
  const does = prunes(kind, object['spec']);
  return is === undefined ? !(deletesAtEnd(object).deletesAtEnd ?? does) : !does;
}

/** Finds the deployer of the tree that is the one of the base: at the same place, else at one where the base does not have it. */
function deployersOf(read: ReadResult, base: ReadResult): Deployers {
  const placeOf = ({ overlay, file }: Manifest): string => JSON.stringify([overlay, file]);
  const [now, before] = [read, base].map(({ manifests }) => Map.groupBy(manifests, keyOfManifest));
  return (was) => {
    const [all = [], had = []] = [now?.get(keyOfManifest(was)), before?.get(keyOfManifest(was))];
    const known = new Set(had.map(placeOf));
    return all.find((each) => placeOf(each) === placeOf(was)) ?? all.find((each) => !known.has(placeOf(each)));
  };
}

/** The spec without the fields that say only when and how it is applied. */
function contentOf({ object: { spec } }: Manifest): unknown {
  if (!isObject(spec)) return spec;
  return Object.fromEntries(Object.entries(spec).filter(([name]) => !OF_RUN.has(name)));
}

function withoutPaths(manifest: Manifest): string {
  return JSON.stringify(contentOf(manifest), (key, value: unknown) => (key === 'path' ? undefined : value));
}

function nameOf({ object, rendered }: NotEvaluated): string {
  return JSON.stringify([object, rendered]);
}

const NAMING: ReadonlySet<string> = new Set(['namePrefix', 'nameSuffix', 'commonLabels']);
const RENAMING = /\/metadata|\/kind|\/apiVersion|labels|allow(?:Name|Kind)Change|path"?: ?(?:""|'')|\$\{|\{\{/;
const OF_RUN: ReadonlySet<string> = new Set(
  (
    'interval retryInterval timeout suspend prune wait force healthChecks healthCheckExprs dependsOn serviceAccountName decryption deletionPolicy ' +
    'install upgrade test rollback uninstall driftDetection maxHistory project syncPolicy ignoreDifferences info revisionHistoryLimit'
  ).split(' '),
);
