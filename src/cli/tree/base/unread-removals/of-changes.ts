import { isDeepStrictEqual } from 'node:util';
import type { NotEvaluated } from '../../../../finding.ts';
import { field } from '../../../../fleet/json/json.ts';
import { isFleetObject } from '../../../../fleet/kubefleet/fleet-object.ts';
import { listed } from '../../../../fleet/text/listed.ts';
import { deployerKind } from '../../../../static/read/deployers/deployer-kind.ts';
import { type Delivery, OF_HELM, OPEN } from '../../../../static/read/deployers/delivery.ts';
import { PATCHES } from '../../../../static/read/kustomize/kustomization.ts';
import { placedContent } from '../../../../static/read/kustomize/placed-content.ts';
import type { ReadResult } from '../../../../static/read/read-result.ts';
import { deployedPlace } from '../../../../static/world/hub-world.ts';
import type { Manifest } from '../../../../static/world/manifest.ts';
import { unevaluated } from '../../../../static/world/unevaluated.ts';
import type { StaticInput } from '../../static-input.ts';
import { editedDeliveries } from '../edited-deliveries.ts';
import type { Deployers } from './deployers-of.ts';
import { keepsAll } from './keeps-all.ts';
import { NOT_CHECKED } from './not-checked.ts';

/** Names, values and whole objects that a deployer of the base made in a way that is not known. */
export function ofChanges(
  input: Pick<StaticInput, 'read' | 'base' | 'undeployed' | 'unplanned'>,
  base: ReadResult,
  now: Deployers,
): readonly NotEvaluated[] {
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

function nameOf({ object, rendered }: NotEvaluated): string {
  return JSON.stringify([object, rendered]);
}

const NAMING: ReadonlySet<string> = new Set(['namePrefix', 'nameSuffix', 'commonLabels']);
const RENAMING = /\/metadata|\/kind|\/apiVersion|labels|allow(?:Name|Kind)Change|path"?: ?(?:""|'')|\$\{|\{\{/;
