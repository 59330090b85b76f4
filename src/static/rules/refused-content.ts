/**
 * Fields that are each valid and not valid together: the CRDs' CEL rules and KubeFleet's validating webhooks refuse them. Source:
 * `x-kubernetes-validations` of the CRDs, `pkg/webhook` and `pkg/utils/validator` of KubeFleet, as `src/admission` executes them.
 */
import { isDeepStrictEqual } from 'node:util';
import { denialKey, valueAt } from '../../admission/denial.ts';
import { everyDenial } from '../../admission/every-denial.ts';
import type { Denial } from '../../admission/judge.ts';
import type { SourceRange } from '../../finding.ts';
import { parentPointer } from '../../fleet/json/json-pointer.ts';
import { AUTHORED_KINDS } from '../../fleet/kubefleet/kinds.ts';
import { nearest } from '../../fleet/text/nearest.ts';
import { admissionExtras, hubAnswer } from '../answers/admission.ts';
import { selectionScopeFix } from '../answers/selection-scope-fix.ts';
import type { Manifest } from '../world/manifest.ts';
import { defineRule } from '../world/rule.ts';
import type { World } from '../world/world.ts';

export const refusedContent = defineRule<Denial & { readonly isNull: boolean }>({
  id: 'refused-content',
  summary: 'The hub refuses the object: its fields contradict one another or are not allowed',
  effect: 'rejected',
  kinds: AUTHORED_KINDS.map(({ kind }) => kind),
  why: 'After the schema, the hub checks the validation rules of the CRD and, for some kinds, a validating webhook: which policy fields a placement type may have, what an override may patch, which kinds a placement may select. If they refuse the object, the deploy stops halfway. The rules differ between hub versions (`{--target}`) and between kinds: no webhook checks ResourcePlacements.',
  remedy: 'Change the fields that the message names.',
  docs: 'https://kubefleet.dev/docs/api-reference/',
  message: ({ message, isNull }) => (isNull ? message.replace('""', '`null`') : message),
  remedyFor: ({ hint }) => hint,
  serverMessageFor: ({ serverMessage }) => serverMessage,
  *check(manifest, world) {
    for (const denial of hubAnswer(manifest, world).always) {
      if (denial.layer !== 'cel' && denial.layer !== 'webhook') continue;
      const scope = selectionScopeFix(manifest, denial, world);
      const { pointer: at, part, later } = denial;
      const hint =
        scope === undefined ? clusterHint(manifest, at, world) : `Add \`${scope.key}: ${scope.value}\` to the selector of the Namespace.`;
      // The hub reads a null in a list as an empty value.
      const data = { ...denial, isNull: valueAt(manifest.object, at) === null, ...(hint === undefined ? {} : { hint }) };
      const repeated = typeof valueAt(manifest.object, at) === 'object' ? {} : { givesWayTo: { schema: at } };
      const place = placeOfChange(manifest, denial, world);
      yield { at, part, later: later === true, fix: denial.fix ?? scope, ...repeated, ...(place === undefined ? {} : { place }), data };
    }
  },
});

/**
 * The place in an overlay that makes fields contradict one another: the hub accepts the object without the overlay, which does not set the
 * field of the denial, but one beside it.
 */
function placeOfChange({ object, rendered }: Manifest, denial: Denial, world: World): SourceRange | undefined {
  const change = rendered?.change;
  const { pointer } = denial;
  if (change === undefined || !isDeepStrictEqual(valueAt(object, pointer), valueAt(change.source, pointer))) return undefined;
  const place = change.locate(parentPointer(pointer));
  if (place === undefined) return undefined;
  const { denials } = everyDenial(change.source, world.target, admissionExtras(world));
  return denials.some((each) => denialKey(each) === denialKey(denial)) ? undefined : place;
}

/** The member cluster that was probably meant by a name that no cluster can have. */
function clusterHint({ object }: Manifest, at: string, { members }: World): string | undefined {
  const name = at.startsWith('/spec/policy/clusterNames/') ? valueAt(object, at) : undefined;
  if (typeof name !== 'string' || members === undefined) return undefined;
  const meant = nearest(
    name,
    members.map(({ metadata }) => metadata.name),
  );
  return meant === undefined ? undefined : `Did you mean ${meant}?`;
}
