import type { NotEvaluated } from '../../finding.ts';
import { isFleetObject } from '../../fleet/kubefleet/fleet-object.ts';
import { firstDeclaration } from '../../static/answers/declared-twice.ts';
import { startOf } from '../../static/world/manifest.ts';
import { unevaluated } from '../../static/world/unevaluated.ts';
import type { StaticInput } from './static-input.ts';
import { partsOf, worldOf } from './tree-part-inputs.ts';

/**
 * The KubeFleet objects of which a tree has two manifests with different content: a plan shows both, and a hub keeps one. If nothing says
 * that both are for one hub, the plan does not fail, as `declared-twice` is only a warning then.
 */
export function copiesOfOneObject(input: StaticInput): readonly NotEvaluated[] {
  return partsOf(input).flatMap((part) => {
    const world = worldOf(part);
    return world.judged.flatMap((manifest) => {
      const found = isFleetObject(manifest.object) ? firstDeclaration(manifest, world) : undefined;
      if (found === undefined) return [];
      const { file, line } = startOf(found.first);
      const which = found.isOrdered
        ? 'this one is applied later and replaces it'
        : `${found.isOneHub ? '' : 'if both are for one hub, '}the one that is applied later replaces the other`;
      const reason = `It is also declared in ${file}:${line}, with other content: ${which}.`;
      return [{ ...unevaluated(manifest, reason), ...(found.isOneHub ? { fleetObject: true } : {}) }];
    });
  });
}
