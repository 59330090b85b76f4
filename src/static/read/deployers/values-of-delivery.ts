import { listAt, type JsonObject } from '../../../fleet/json/json.ts';
import { OF_HELM } from './delivery.ts';

/** What a delivery gives to a chart. Values in an object of the hub are like a file that is not known. The name of a release is not a value. */
export function valuesOfDelivery(changes: JsonObject): readonly unknown[] {
  const given = OF_HELM.filter((name) => name in changes && name !== 'releaseName' && name !== 'valueFiles');
  // `$values/prod.yaml` is in another source, which is often this repository.
  const files = listAt(changes, 'valueFiles').map((file) => (typeof file === 'string' ? file.replace(/^\$[\w-]+\//, '') : file));
  return [files, ...given.map((name) => (name === 'valuesFrom' ? name : changes[name]))];
}
