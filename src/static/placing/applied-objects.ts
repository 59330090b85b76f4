import { enclosedEntries, isEnvelope } from '../../fleet/kubefleet/envelope.ts';
import { childPointer } from '../../fleet/json/json-pointer.ts';
import { field, stringAt } from '../../fleet/json/json.ts';
import { refOf, type KubeObject, type ObjectRef } from '../../fleet/kubernetes/object.ts';
import { manifestRef } from '../world/identity.ts';
import type { Manifest } from '../world/manifest.ts';
import { isNamed } from '../world/placements.ts';
import { isResolved } from '../world/resolved.ts';
import type { World } from '../world/world.ts';
import { placementsLikelySending } from './placements-of-object.ts';

/** An object that placements apply to clusters, by itself or as an entry of an envelope. */
export interface AppliedObject {
  readonly manifest: Manifest;
  readonly object: KubeObject;
  readonly ref: ObjectRef;
  /** Pointer to it in its manifest: empty, or the entry of the envelope. The hub fills in defaults only if it is empty. */
  readonly at: string;
  readonly placements: readonly Manifest[];
}

/** The objects that a manifest puts on clusters, with their placements, except placements that only report differences. */
export function appliedObjects(manifest: Manifest, world: World): readonly AppliedObject[] {
  if (!isNamed(manifest)) return [];
  const placements = placementsLikelySending(manifest, world).filter(applies);
  if (placements.length === 0) return [];
  if (!isEnvelope(manifest.object)) return [{ manifest, object: manifest.object, ref: manifestRef(manifest), at: '', placements }];
  return enclosedEntries(manifest.object).map(([key, object]) => ({
    manifest,
    object,
    ref: refOf(object),
    at: childPointer('/data', key),
    placements,
  }));
}

function applies(placement: Manifest): boolean {
  return (
    isResolved(placement, '/spec/strategy') && stringAt(placement.object, 'spec', 'strategy', 'applyStrategy', 'type') !== 'ReportDiff'
  );
}

/**
 * How a placement reacts if another writer changes a field that it applies as well: it overwrites the change, does not apply the object
 * because it has drifted, or is refused because another manager owns the field. Source: `pkg/controllers/workapplier/apply.go`,
 * shouldUseForcedServerSideApply: an apply is forced without the setting only if KubeFleet is the only manager.
 */
export type AnswerToOthers = 'overwrites' | 'keeps' | 'conflicts';

export function answerToOthers(placement: Manifest): AnswerToOthers {
  if (keepsDriftedObjects(placement)) return 'keeps';
  const strategy = field(placement.object, 'spec', 'strategy', 'applyStrategy');
  const isForced = field(strategy, 'serverSideApplyConfig', 'force') === true;
  return stringAt(strategy, 'type') === 'ServerSideApply' && !isForced ? 'conflicts' : 'overwrites';
}

/** Whether a placement does not apply an object that was changed on the cluster since the last apply. */
export function keepsDriftedObjects({ object }: Manifest): boolean {
  return stringAt(object, 'spec', 'strategy', 'applyStrategy', 'whenToApply') === 'IfNotDrifted';
}
