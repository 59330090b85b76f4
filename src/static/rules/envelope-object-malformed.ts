/**
 * The hub takes whatever an envelope holds and passes it on unread; the API server of a member is the first to decode it.
 * Source: `data` of the CRDs has `x-kubernetes-preserve-unknown-fields`, `pkg/controllers/workapplier/apply.go` creates and patches through the
 * dynamic client. What an API server refuses: see `object-malformed`.
 */
import { enclosedEntries } from '../../fleet/kubefleet/envelope.ts';
import { childPointer } from '../../fleet/json/json-pointer.ts';
import { displayName, refOf } from '../../fleet/kubernetes/object.ts';
import { malformedIn, type Malformed } from '../answers/malformed.ts';
import { isResolved } from '../world/resolved.ts';
import { defineRule } from '../world/rule.ts';

interface Refused extends Pick<Malformed, 'says' | 'remedy' | 'isCertain' | 'isDropped'> {
  readonly object: string;
}

export const envelopeObjectMalformed = defineRule<Refused>({
  id: 'envelope-object-malformed',
  summary: 'Every member refuses an object of the envelope',
  effect: 'fails',
  otherwise: {
    misbehaves: 'the field is a slip of another one, so that clusters drop it',
    advice: 'the word is like none the field may have, and a newer Kubernetes may know it',
  },
  kinds: ['ClusterResourceEnvelope', 'ResourceEnvelope'],
  why: 'The hub does not read what an envelope holds. The API server of a member does, and refuses an object of a Kubernetes kind where a value has another type than its field, where a required field is missing, or where a word is none the field may have. It refuses it as well where fields do not go together, such as a selector and the labels of its template. `Applied` is False on every cluster, and with wrong types below `metadata` the hub cannot even write the Work. It checks the kinds of Kubernetes by the versions supported today; an unknown field is dropped by the default way to apply, and reported only if it is a slip of another one.',
  remedy: 'Write the field as the API reference of the kind has it.',
  docs: 'https://kubefleet.dev/docs/troubleshooting/placementapplied',
  message: ({ object, says, isCertain, isDropped }) =>
    isDropped === true
      ? `Clusters take ${object} without this field: ${says}.`
      : `${isCertain ? 'No cluster takes' : 'Clusters may not take'} ${object}: ${says}.`,
  remedyFor: ({ remedy }) => remedy,
  *check(manifest) {
    for (const [key, object] of enclosedEntries(manifest.object)) {
      const entry = childPointer('/data', key);
      if (!isResolved(manifest, `${entry}/apiVersion`, `${entry}/kind`)) continue;
      for (const { at, part, rests, ...found } of malformedIn(object)) {
        if (!isResolved(manifest, ...[at, ...rests].map((pointer) => `${entry}${pointer}`))) continue;
        yield {
          at: `${entry}${at}`,
          part,
          data: { object: displayName(refOf(object)), ...found },
          ...(found.isCertain ? (found.isDropped === true ? { effect: 'misbehaves' } : {}) : { effect: 'advice' }),
        };
      }
    }
  },
});
