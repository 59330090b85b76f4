import type { NotEvaluated } from '../../finding.ts';
import { notChecked } from '../../static/presence/not-checked.ts';
import { unevaluated } from '../../static/world/unevaluated.ts';
import { eitherOf } from '../../terms.ts';
import type { Invocation } from '../command-line/invocation.ts';
import type { StaticInput } from './static-input.ts';
import { worldOf } from './tree-part-inputs.ts';

/** Input that was judged without the member clusters, with the setting to add. */
export function notCheckedWithoutClusters(input: StaticInput, named: Invocation['named']): readonly NotEvaluated[] {
  // A hub that was read but does not show them reports the reason itself.
  const remedy = input.fleet.hub === undefined ? `: give ${eitherOf(named, ['clusters', 'FILE'], ['kubeconfig', 'FILE'])}` : '';
  return notChecked(worldOf(input)).map(({ manifest, what }) => ({
    ...unevaluated(manifest, `${what} is not known${remedy}.`),
    missing: 'clusters',
  }));
}
