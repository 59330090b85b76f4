import { field, stringAt } from '../../../fleet/json/json.ts';
import { displayName } from '../../../fleet/kubernetes/object.ts';
import { listed } from '../../../fleet/text/listed.ts';
import { type Delivery, isKnownText } from '../../../static/read/deployers/delivery.ts';
import type { ReadResult } from '../../../static/read/read-result.ts';
import { releaseOf } from '../../../static/read/render/known-releases.ts';
import { manifestRef } from '../../../static/world/identity.ts';
import type { Manifest } from '../../../static/world/manifest.ts';
import { foldersText } from './undeployed-notes.ts';

/** A HelmRelease whose release Flux uninstalls and installs again. */
export interface Reinstalled {
  readonly release: Manifest;
  /** What the change edits: "the target namespace (shop before, store now)". */
  readonly edit: string;
  readonly isByChartName: boolean;
}

/**
 * Returns what a change edits of a HelmRelease, or of its chart, that makes Flux uninstall the release; `undefined` if Flux upgrades it. Source:
 * `ReleaseTargetChanged` in `internal/action/verify.go` of fluxcd/helm-controller.
 */
export function reinstalledFinder(
  now: Pick<ReadResult, 'chartNames'>,
  before: Pick<ReadResult, 'chartNames'>,
): (was: Delivery, is: Delivery) => Reinstalled | undefined {
  return (was, is) => {
    const spec = is.manifest.object['spec'];
    if (is.manifest.object.kind !== 'HelmRelease' || field(spec, 'suspend') === true) return undefined;
    const target = TARGET.map(([name, of]) => ({ name, had: of(was), has: of(is), isByChartName: false }));
    const isInPlace = stringAt(spec, 'upgrade', 'chartNameChangeStrategy') === 'InPlaceUpdate';
    // A chart that does not arrive is no other chart.
    if (!isInPlace && is.heldBack === undefined)
      target.push({
        name: 'the name in the Chart.yaml of its chart',
        had: before.chartNames?.get(was.path),
        has: now.chartNames?.get(is.path),
        isByChartName: true,
      });
    for (const { name, had, has, isByChartName } of target)
      if (had !== undefined && has !== undefined && had !== has && isKnownText(had) && isKnownText(has))
        return { release: is.manifest, edit: `${name} (${had} before, ${has} now)`, isByChartName };
    return undefined;
  };
}

/** In the order in which the controller compares them. */
const TARGET: readonly (readonly [name: string, of: (delivery: Delivery) => string | undefined])[] = [
  ['its storage namespace', storageOf],
  ['its target namespace', (delivery) => releaseOf(delivery)?.namespace],
  ['the name of its release', (delivery) => releaseOf(delivery)?.name],
];

function storageOf({ manifest: { object, namespace, unresolved } }: Delivery): string | undefined {
  const chosen = stringAt(object, 'spec', 'storageNamespace');
  const pointer = chosen === undefined ? '/metadata/namespace' : '/spec/storageNamespace';
  return unresolved.includes('') || unresolved.includes(pointer) ? undefined : (chosen ?? namespace);
}

/** Whether helm leaves an object of a chart in the cluster when it uninstalls the release. */
export function isLeftByHelm({ object, file }: Manifest): boolean {
  const ofHelm = (name: string): string | undefined => stringAt(object, 'metadata', 'annotations', `helm.sh/${name}`);
  return ofHelm('resource-policy') === 'keep' || ofHelm('hook') !== undefined || /(?:^|\/)crds\//.test(file);
}

export function reinstallReason({ release, edit }: Reinstalled): string {
  return `${displayName(manifestRef(release))} in ${release.file} uninstalls its release and installs it again, because the change edits ${edit}`;
}

/** A note about releases that are installed again. @param objects what is deleted with them */
export function reinstallNotes(releases: readonly Reinstalled[], objects: readonly Manifest[]): readonly string[] {
  if (releases.length === 0) return [];
  const reasons = [...new Set(releases.map(reinstallReason))];
  const inPlace = releases.some(({ isByChartName }) => isByChartName)
    ? ', or for another name of the chart set `upgrade.chartNameChangeStrategy: InPlaceUpdate` in the HelmRelease (helm-controller 1.6 or newer)'
    : '';
  return [
    `Objects of ${foldersText(objects)} are deleted on the hub and created again: ${listed(reasons, 3, 'releases')}. To keep them, first merge a change that gives them the annotation \`helm.sh/resource-policy: keep\`${inPlace}.`,
  ];
}
