import { isDeepStrictEqual } from 'node:util';
import type { NotEvaluated } from '../../../../finding.ts';
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
import { deliveriesOf } from './deliveries-of.ts';
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
  const deciding = new Map<Delivery, Set<string>>();
  for (const manifest of open)
    for (const delivery of base.built?.deliveries(deployedPlace(manifest)) ?? []) {
      const all = deciding.get(delivery) ?? new Set();
      for (const name of namesIn(delivery, manifest)) all.add(name);
      deciding.set(delivery, all);
    }
  const nowOf = deliveriesOf(input.read, base);
  return [...Map.groupBy(deciding, ([{ manifest }]) => manifest)].flatMap(([by, deliveries]) => {
    const edits = deliveries.map(([delivery, all]): Edit => {
      const has = nowOf(delivery);
      return { delivery, has, names: [...all].filter((name) => !has.some((each) => isSameIn(name, each, delivery))) };
    });
    const names = new Set(edits.flatMap((each) => each.names.map((name) => writtenName(by, name))));
    const is = edits.flatMap(({ has }) => has)[0]?.manifest ?? now(by);
    if (names.size === 0 || keepsAll(by, is)) return [];
    const how = `${is === undefined ? 'removes it, and it had' : howEdited(edits)} ${listed([...names], 3)}`;
    return [unevaluated(is ?? by, `This change ${how}. What it made with that at the base is not known. ${NOT_CHECKED}`)];
  });
}

/** The fields of a delivery of the base that none of the tree has as they were. */
interface Edit {
  readonly delivery: Delivery;
  /** What is the same delivery in the tree. */
  readonly has: readonly Delivery[];
  readonly names: readonly string[];
}

/** Behind "This change", before the names of fields. */
function howEdited(edits: readonly Edit[]): string {
  const ended = edits.flatMap(({ has, delivery: { made } }) => (has.length > 0 || made === undefined ? [] : [`Application ${made}`]));
  if (ended.length > 0) return `removes ${listed(ended, 3)} of it, which had`;
  const isGone = edits.every(({ names, has }) => names.every((name) => has.every(({ changes }) => !(name in changes))));
  return `${isGone ? 'removes' : 'edits'} its`;
}

function isSameIn(name: string, { changes: one }: Delivery, { changes: other }: Delivery): boolean {
  return isDeepStrictEqual(one[name], other[name]);
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

/** A change as the deployer has it. */
function writtenName({ object }: Manifest, name: string): string {
  const kind = deployerKind(object);
  if (kind === 'HelmRelease' && !OF_HELM.includes(name)) return 'postRenderers';
  return kind === 'Kustomization' && name === 'commonLabels' ? 'commonMetadata' : name;
}

function nameOf({ object, rendered }: NotEvaluated): string {
  return JSON.stringify([object, rendered]);
}

const NAMING: ReadonlySet<string> = new Set(['namePrefix', 'nameSuffix', 'commonLabels']);
const RENAMING = /\/metadata|\/kind|\/apiVersion|labels|allow(?:Name|Kind)Change|path"?: ?(?:""|'')|\$\{|\{\{/;
