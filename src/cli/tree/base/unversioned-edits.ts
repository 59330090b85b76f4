import { isDeepStrictEqual } from 'node:util';
import { field, listAt } from '../../../fleet/json/json.ts';
import { displayName } from '../../../fleet/kubernetes/object.ts';
import { listed } from '../../../fleet/text/listed.ts';
import type { VersionedChart } from '../../../static/read/deployers/charts/versioned-chart.ts';
import { overlayName } from '../../../static/read/kustomize/apply-kustomizations.ts';
import { manifestRef } from '../../../static/world/identity.ts';
import { keyOfManifest } from '../../../static/world/manifest-key.ts';

/** Notes about charts that a change edits without a new version, so that Flux does not deploy the edit. One for each chart. */
export function unversionedEditsNotes(now: readonly VersionedChart[], before: readonly VersionedChart[]): readonly string[] {
  const byRelease = Map.groupBy(before, ({ release }) => keyOfManifest(release));
  const edited = now.flatMap((chart) => {
    const all = byRelease.get(keyOfManifest(chart.release)) ?? [];
    const own = all.filter(({ release }) => placeOf(release) === placeOf(chart.release));
    const [was, ...others] = own.length > 0 ? own : all;
    return was === undefined || others.length > 0 || !isLeftOut(was, chart) ? [] : [{ chart, files: differing(was, chart) }];
  });
  return [...Map.groupBy(edited, ({ chart }) => chart.directory)].map(([directory, all]) => {
    const files = new Set(all.flatMap(({ files: each }) => each)).values().toArray().toSorted();
    const names = new Set(all.map(({ chart: { release } }) => `${displayName(manifestRef(release))} in ${release.file}`));
    const does = names.size === 1 ? 'does' : 'do';
    return `This change edits ${listed(files, 3, 'files')} of the chart ${overlayName(directory)} without a new \`version\` in its Chart.yaml. Until it has one, ${listed([...names], 3)} ${does} not deploy these edits, which were checked as if ${names.size === 1 ? 'it' : 'they'} did. Flux makes a new chart from a GitRepository only for a new version. Give the chart a new \`version\`, or set \`reconcileStrategy: Revision\` beside its \`sourceRef\`.`;
  });
}

function placeOf({ overlay, file }: VersionedChart['release']): string {
  return overlay ?? file;
}

/** Whether the release keeps the chart that it has. */
function isLeftOut(was: VersionedChart, is: VersionedChart): boolean {
  if (!isDeepStrictEqual(was.version, is.version) || differing(was, is).length === 0) return false;
  if (was.made !== undefined && is.made !== undefined && isDeepStrictEqual(was.made, is.made)) return false;
  // Flux packs the chart again for another HelmChart. The release then takes it if its values change too, or with files of values, for which
  // the version has the generation of the HelmChart.
  const isPackedAgain = !isDeepStrictEqual(was.chart, is.chart);
  return !isPackedAgain || (listAt(is.chart, 'valuesFiles').length === 0 && isDeepStrictEqual(valuesOf(was), valuesOf(is)));
}

function valuesOf({ release: { object } }: VersionedChart): readonly unknown[] {
  return ['values', 'valuesFrom'].map((name) => field(object, 'spec', name));
}

/** The names of the files that differ. */
function differing(was: VersionedChart, is: VersionedChart): readonly string[] {
  const names = new Set([...was.texts.keys(), ...is.texts.keys()]);
  return [...names].filter((name) => was.texts.get(name) !== is.texts.get(name));
}
