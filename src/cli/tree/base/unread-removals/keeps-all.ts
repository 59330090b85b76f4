import { field } from '../../../../fleet/json/json.ts';
import { deployerKind } from '../../../../static/read/deployers/deployer-kind.ts';
import { deletesAtEnd, ofMade, prunes } from '../../../../static/read/deployers/prunes.ts';
import type { Manifest } from '../../../../static/world/manifest.ts';

/** What has been left by the deployer, or is left. Without a finalizer it depends on who deletes an Application. */
export function keepsAll(was: Manifest, is: Manifest | undefined): boolean {
  const kind = deployerKind((is ?? was).object);
  const { object } = is ?? was;
  if (kind === undefined) return false;
  if (kind === 'ApplicationSet') {
    const finalizers = field(object, 'spec', 'template', 'metadata', 'finalizers');
    const isDeleted = ofMade(object, Array.isArray(finalizers) ? finalizers : []).deletesAtEnd === true;
    return !isDeleted && (is === undefined || !prunes('Application', field(object, 'spec', 'template', 'spec')));
  }
  const does = prunes(kind, object['spec']);
  return is === undefined ? !(deletesAtEnd(object).deletesAtEnd ?? does) : !does;
}
