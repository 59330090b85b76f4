import { field } from '../../../../fleet/json/json.ts';
import { displayName } from '../../../../fleet/kubernetes/object.ts';
import { manifestRef } from '../../../world/identity.ts';
import { type Delivery, isKnownText } from '../../deployers/delivery.ts';
import { overlayName } from '../../kustomize/apply-kustomizations.ts';
import { joinPath } from '../../kustomize/kustomization.ts';
import type { RenderedJob } from '../render-overlays.ts';
import type { HelmCommand, ReusedValues } from './helm-command.ts';

/**
 * Notes about charts of which an upgrade uses the values of the release before, which are not in the tree. Sources: `reuseValues` in
 * `pkg/action/upgrade.go` of helm.sh/helm, and `newUpgrade` in `internal/action/upgrade.go` of fluxcd/helm-controller.
 * @param nameOfFolder how reports name a folder at a path from the top of the repository
 */
export function reusedValuesNotes(
  done: readonly RenderedJob[],
  commands: readonly HelmCommand[],
  deliveries: readonly Delivery[],
  nameOfFolder: (path: string) => string,
): readonly string[] {
  const charts = new Set(done.flatMap(({ overlay: { tool, directory } }) => (tool === 'helm' ? [directory] : [])));
  const ofCommands = commands.flatMap(({ file, release, charts: named, reuses }) => {
    if (reuses === undefined || release?.isForTest === true) return [];
    const flag = reuses === 'over' ? '--reset-then-reuse-values' : '--reuse-values';
    const option = release?.isListed === true ? 'reuseValues' : flag;
    return (release?.charts ?? named).map((chart) => ({ by: file, chart, reuses, option }));
  });
  const ofFlux = deliveries.flatMap(({ manifest, path }) => {
    const isReusing = manifest.object.kind === 'HelmRelease' && field(manifest.object, 'spec', 'upgrade', 'preserveValues') === true;
    if (!isReusing || !isKnownText(path)) return [];
    const by = `${displayName(manifestRef(manifest))} in ${manifest.file}`;
    return [{ by, chart: nameOfFolder(path), reuses: 'in place of' as const, option: 'preserveValues' }];
  });
  const notes = [...ofCommands, ...ofFlux].flatMap((upgrade) => (charts.has(upgrade.chart) ? [noteOf(upgrade)] : []));
  return [...new Set(notes)];
}

interface ReusingUpgrade {
  readonly by: string;
  readonly chart: string;
  readonly reuses: ReusedValues;
  readonly option: string;
}

function noteOf({ by, chart, reuses, option }: ReusingUpgrade): string {
  const which = reuses === 'over' ? 'values' : 'the values';
  const values = joinPath(chart, 'values.yaml');
  const effect =
    reuses === 'over'
      ? `They win over ${values}, and the chart was checked without them.`
      : `${values} has no effect on such an upgrade, but the chart was checked with it.`;
  return `${by} upgrades the chart ${overlayName(chart)} with ${which} of the last release (\`${option}\`), which are not known here. ${effect}`;
}
