import { field, isObject, stringAt } from '../../../../fleet/json/json.ts';
import { groupOf } from '../../../../fleet/kubernetes/object.ts';
import { once } from '../../../../fleet/memo/once.ts';
import type { Manifest } from '../../../world/manifest.ts';

/**
 * Returns the fields of the chart of a HelmRelease: its own, or those of the only HelmChart of the manifests that its `chartRef` names. Source:
 * `api/v2/helmrelease_types.go` of fluxcd/helm-controller. `undefined` if there is none, or several.
 */
export function fluxCharts(manifests: readonly Manifest[]): (release: Manifest) => unknown {
  const charts = once(() =>
    manifests.filter(({ object }) => object.kind === 'HelmChart' && groupOf(object.apiVersion) === 'source.toolkit.fluxcd.io'),
  );
  return ({ object, namespace, overlay }) => {
    const reference = field(object, 'spec', 'chartRef');
    if (stringAt(reference, 'kind') !== 'HelmChart') return field(object, 'spec', 'chart', 'spec');
    const home = stringAt(reference, 'namespace') ?? namespace;
    const named = charts().filter(
      (chart) => chart.object.metadata.name === stringAt(reference, 'name') && (chart.namespace ?? home) === home,
    );
    const own = named.filter((chart) => chart.overlay === overlay);
    const [chart, ...others] = own.length > 0 ? own : named;
    const spec = chart?.object['spec'];
    if (!isObject(spec) || others.length > 0) return undefined;
    const { sourceRef } = spec;
    return isObject(sourceRef) && home !== undefined ? { ...spec, sourceRef: { namespace: home, ...sourceRef } } : spec;
  };
}
