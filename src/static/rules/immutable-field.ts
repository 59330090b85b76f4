/**
 * Immutable fields of Kubernetes' own kinds. The hub refuses the edit; in an envelope, which the hub does not check, the members refuse it.
 * Source: `pkg/apis/<group>/validation` of Kubernetes 1.34.
 */
import { childPointer, dottedPath } from '../../fleet/json/json-pointer.ts';
import { displayName, refOf, type KubeObject, type ObjectRef } from '../../fleet/kubernetes/object.ts';
import { enclosedPairs } from '../placing/enclosed-pairs.ts';
import { immutableEdits } from '../answers/immutable-edits.ts';
import { manifestRef } from '../world/identity.ts';
import { isResolved } from '../world/resolved.ts';
import { defineRule } from '../world/rule.ts';

export const immutableField = defineRule<{ readonly what: string; readonly field: string }>({
  id: 'immutable-field',
  summary: 'The change edits a field that is immutable',
  effect: 'rejected',
  ofEdits: true,
  otherwise: { fails: 'the object is in an envelope: the hub accepts the edit, and the members refuse it' },
  kinds: '*',
  why: 'Some fields of Kubernetes kinds are immutable: the selector of a Deployment, most of a StatefulSet, the template of a Job, the data of a ConfigMap marked as immutable, the role of a binding. The API server of the hub refuses the edit with "field is immutable". A hub accepts the edit inside an envelope, or if a tool deletes the object and creates it again. Then the members refuse it, and the placement stays at `Applied` False. Checked only with a base (`{--base}`, `{--base-dir}`) or with the hub, for Kubernetes 1.34.',
  remedy: 'Keep the old value, or rename the object, so that a new one is created.',
  docs: 'https://kubernetes.io/docs/concepts/workloads/controllers/deployment/#label-selector-updates',
  message: ({ what, field }) => `\`${field}\` of ${what} is immutable: API servers refuse the edit.`,
  *check(manifest, world) {
    const { object } = manifest;
    const before = world.before(manifest);
    const old = before?.live ?? before?.manifest;
    if (old === undefined) return;
    for (const place of [{ at: '', what: manifestRef(manifest), before: old, after: object }, ...inEnvelope(old, object)]) {
      for (const pointer of immutableEdits(place.before, place.after)) {
        const at = `${place.at}${pointer}`;
        if (!isResolved(manifest, at)) continue;
        const data = { what: displayName(place.what), field: dottedPath(pointer) };
        yield { at, part: 'key', ...(place.at === '' ? {} : { effect: 'fails' }), data };
      }
    }
  },
});

interface ChangedField {
  readonly at: string;
  readonly what: ObjectRef;
  readonly before: KubeObject;
  readonly after: KubeObject;
}

function inEnvelope(before: KubeObject, after: KubeObject): readonly ChangedField[] {
  return enclosedPairs(before, after).map(({ entry, ...pair }) => ({ at: childPointer('/data', entry), what: refOf(pair.after), ...pair }));
}
