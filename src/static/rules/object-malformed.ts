/**
 * The hub's API server decodes Kubernetes' own kinds into their types before it takes them, as every API server does, and so refuses values of
 * another type, objects without what they need, and what does not go together.
 * Source: the OpenAPI document and the validation of Kubernetes 1.34, and `k8s.io/api` up to 1.37; what is claimed was refused by a real API server
 * (`scripts/kubernetes.ts`, `test/hub/kubernetes.test.ts`).
 */
import { valueAt } from '../../admission/denial.ts';
import { displayName, groupOf } from '../../fleet/kubernetes/object.ts';
import { isRefusedWorkload } from '../../fleet/kubefleet/refused-workload.ts';
import { manifestRef } from '../world/identity.ts';
import { isTextToKustomize } from '../world/kustomize-words.ts';
import type { Manifest } from '../world/manifest.ts';
import { malformedIn, type Malformed } from '../answers/malformed.ts';
import { isNamed, nameOf } from '../world/placements.ts';
import { placersOf } from '../placing/placements-of-object.ts';
import { bracedNameOf } from '../read/placeholders/placeholder.ts';
import { isResolved } from '../world/resolved.ts';
import { defineRule } from '../world/rule.ts';
import type { World } from '../world/world.ts';

interface Refused extends Pick<Malformed, 'says' | 'remedy' | 'isCertain'> {
  readonly object: string;
  readonly placement: string;
}

export const objectMalformed = defineRule<Refused>({
  id: 'object-malformed',
  summary: 'The hub refuses an object that a placement is to bring',
  effect: 'rejected',
  otherwise: { advice: 'a newer Kubernetes may know the word, which is like none the field may have, or another tool may fill it in' },
  kinds: '*',
  why: 'What a placement brings is created on the hub first. An API server refuses an object of a Kubernetes kind where a value has another type than its field: `replicas: "three"`, a number in the data of a ConfigMap, or plain text where base64 is due. It refuses it as well where a required field is missing, where a word is none the field may have, and where fields do not go together: a selector that the labels of its template do not meet, a mount without its volume, two ports of one name, a label or name of wrong letters. The deploy stops there, and the placement goes on without the object, or with the one from before. It checks the kinds of Kubernetes that a placement of the manifests takes along, by the versions supported today, and by no means all that an API server asks. An unknown field is reported only if it is a slip of another one: kubectl and server-side apply refuse it, and other clients drop it.',
  remedy: 'Write the field as the API reference of the kind has it.',
  docs: 'https://kubernetes.io/docs/reference/using-api/api-concepts/',
  message: ({ object, placement, says, isCertain }) =>
    `The hub ${isCertain ? 'refuses' : 'may refuse'} ${object}, which ${placement} is to bring: ${says}.`,
  remedyFor: ({ remedy }) => remedy,
  *check(manifest, world) {
    const ref = manifestRef(manifest);
    if (!isNamed(manifest) || isRefusedWorkload(ref)) return;
    // Most objects of a tree are placed by nobody, and need not be read for that.
    const [placement] = placersOf(manifest, world);
    if (placement === undefined) return;
    const { live } = world.before(manifest) ?? {};
    // What the hub has already it took once, and a newer one does not look at what an edit leaves as it is.
    const had = live === undefined ? [] : malformedIn(live);
    const found = malformedIn(manifest.object).filter(({ at, says }) => !had.some((old) => old.at === at && old.says === says));
    if (found.length === 0) return;
    const related = [{ manifest: placement, at: '/spec/resourceSelectors', message: `${nameOf(placement)} selects it` }];
    for (const { at, part, says, remedy, isCertain, isWhole, rests } of found) {
      if (!isResolved(manifest, at, ...rests) || (isWhole && isPartial(manifest, world))) continue;
      if (isTextToKustomize(manifest, at)) continue;
      const isSure = isCertain && !isNameInBraces(manifest, at);
      const data = { object: displayName(ref), placement: nameOf(placement), says, remedy, isCertain: isSure };
      yield { at, part, data, related, ...(isSure ? {} : { effect: 'advice' }) };
    }
  },
});

/** `{name}` without quotes, which other tools fill in; YAML reads a mapping. */
function isNameInBraces(manifest: Manifest, at: string): boolean {
  const name = bracedNameOf(valueAt(manifest.object, at));
  if (name === undefined) return false;
  const { line, column, endLine, endColumn } = manifest.locate(at);
  return line === endLine && endColumn - column === name.length;
}

/** Whether the object is declared elsewhere as well, as a patch for it is, or gets labels, which selectors are made from, on its way. */
function isPartial(manifest: Manifest, world: World): boolean {
  if (!isResolved(manifest, '/metadata/labels')) return true;
  const { apiVersion, ...ref } = manifestRef(manifest);
  return world.find({ group: groupOf(apiVersion), ...ref }).length > 1;
}
