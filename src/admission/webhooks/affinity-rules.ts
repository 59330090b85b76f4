import { childPointer } from '../../fleet/json/json-pointer.ts';
import type { HubProfile } from '../../fleet/kubefleet/kinds.ts';
import { field, isObject, listAt, stringAt, type JsonObject } from '../../fleet/json/json.ts';
import { labelSelectorRules } from './label-selector-rules.ts';
import { oneOf } from '../wording/value-hints.ts';
import { propertyNameFault, propertySelectorRules } from './property-rules.ts';
import type { Refusal } from './refusal.ts';
import { REQUIRED_AFFINITY, PREFERRED_AFFINITY } from '../../fleet/kubefleet/placement-policy.ts';

export const AFFINITY = '/spec/policy/affinity/clusterAffinity';

/** Checks the required terms. A cluster must match at least one of them. */
export function* requiredTermRules(policy: JsonObject, profile: HubProfile): Generator<Refusal> {
  const at = `${AFFINITY}/${REQUIRED_AFFINITY}/clusterSelectorTerms`;
  for (const [index, term] of listAt(policy, 'affinity', 'clusterAffinity', REQUIRED_AFFINITY, 'clusterSelectorTerms').entries()) {
    const pointer = childPointer(at, index);
    yield* labelSelectorRules(field(term, 'labelSelector'), `${pointer}/labelSelector`, 'cluster selector');
    if (isObject(field(term, 'propertySorter'))) {
      yield {
        pointer: `${pointer}/propertySorter`,
        serverMessage: 'PropertySorter is not allowed for RequiredDuringSchedulingIgnoredDuringExecution affinity',
        message: 'A required term has a `propertySorter`; only preferred terms can.',
        hint: `Move it to \`${PREFERRED_AFFINITY}\`, or use a \`propertySelector\`.`,
      };
    }
    const selector = field(term, 'propertySelector');
    if (isObject(selector)) yield* propertySelectorRules(selector, `${pointer}/propertySelector`, profile);
  }
}

/** Checks the preferred terms, which rank clusters. */
export function* preferredTermRules(policy: JsonObject): Generator<Refusal> {
  const at = `${AFFINITY}/${PREFERRED_AFFINITY}`;
  for (const [index, entry] of listAt(policy, 'affinity', 'clusterAffinity', PREFERRED_AFFINITY).entries()) {
    const pointer = `${childPointer(at, index)}/preference`;
    const preference = field(entry, 'preference');
    yield* labelSelectorRules(field(preference, 'labelSelector'), `${pointer}/labelSelector`, 'preferred cluster selector');
    if (isObject(field(preference, 'propertySelector'))) {
      yield {
        pointer: `${pointer}/propertySelector`,
        serverMessage: 'PropertySelector is not allowed for PreferredDuringSchedulingIgnoredDuringExecution affinity',
        message: 'A preferred term has a `propertySelector`; only required terms can.',
        hint: `Move it to \`${REQUIRED_AFFINITY}\`, or use a \`propertySorter\`.`,
      };
    }
    const sorter = field(preference, 'propertySorter');
    if (isObject(sorter)) yield* sorterRules(sorter, `${pointer}/propertySorter`);
  }
}

function* sorterRules(sorter: JsonObject, pointer: string): Generator<Refusal> {
  const name = stringAt(sorter, 'name') ?? '';
  const fault = propertyNameFault(name);
  if (fault !== undefined)
    yield {
      pointer: `${pointer}/name`,
      serverMessage: fault.says,
      message: `The property name ${JSON.stringify(name)} is invalid: ${fault.says}.`,
      hint: fault.hint,
    };
  const order = stringAt(sorter, 'sortOrder') ?? '';
  if (order === 'Ascending' || order === 'Descending') return;
  yield {
    pointer: `${pointer}/sortOrder`,
    serverMessage: `invalid property sort order ${order}`,
    message: `\`sortOrder\` is ${JSON.stringify(order)}; it can be Ascending or Descending.`,
    hint: oneOf(['Ascending', 'Descending']),
  };
}
