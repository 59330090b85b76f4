import { field, isObject, listAt, stringAt, type JsonObject } from '../../../fleet/json/json.ts';
import type { KubeObject } from '../../../fleet/kubernetes/object.ts';
import { subdomainFault } from '../../name-format.ts';
import { entriesIn } from './entries.ts';
import { quantityAt } from './quantities.ts';
import { selectorFaults } from './selectors.ts';
import { misnamed, mistyped, unlisted, wrongTogether, wrongValue, type Violation } from './violation.ts';

/** Checks PersistentVolumeClaims. Source: `pkg/apis/core/validation/validation.go` of Kubernetes, ValidatePersistentVolumeClaimSpec. */
export function* claimViolations(object: KubeObject | JsonObject): Iterable<Violation> {
  const spec = object['spec'] ?? {};
  if (!isObject(spec)) return;
  yield* storageViolations(spec);
  const requests = field(spec, 'resources', 'requests');
  if ((isObject(requests) ? requests['storage'] : requests) === undefined)
    yield wrongTogether('/spec/resources/requests/storage', [], 'is required', 'Write the requested size, such as `10Gi`.');
  yield* amountViolations(spec, ['resources', 'requests', 'storage']);
  yield* selectorFaults(spec['selector'], '/spec/selector');
}

/** Checks the claim templates of a StatefulSet. Source: `pkg/apis/apps/validation/validation.go` of Kubernetes, ValidateStatefulSetSpec. */
export function* claimTemplateViolations(object: KubeObject): Iterable<Violation> {
  for (const { entry, pointer } of entriesIn(object['spec'], '/spec', 'volumeClaimTemplates')) {
    if ((stringAt(entry, 'metadata', 'name') ?? '') === '')
      yield wrongTogether(`${pointer}/metadata/name`, [], 'is required', 'Name the claim, as the containers mount it.');
    yield* claimTemplateAt(entry, pointer);
  }
}

/** Checks a claim template at a pointer. */
export function* claimTemplateAt(template: unknown, at: string): Iterable<Violation> {
  if (!isObject(template)) return;
  for (const violation of claimViolations(template))
    yield { ...violation, pointer: at + violation.pointer, rests: violation.rests.map((rest) => at + rest) };
}

const MODES = ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod'];

/** How `kubectl get pvc` shows them. Source: `pkg/apis/core/v1/helper/helpers.go`, GetAccessModesAsString. */
const SHORT: ReadonlyMap<string, string> = new Map([
  ['ROX', 'ReadOnlyMany'],
  ['RWX', 'ReadWriteMany'],
  ['RWO', 'ReadWriteOnce'],
  ['RWOP', 'ReadWriteOncePod'],
]);

/** Checks the fields on which a volume and a claim must agree. */
export function* storageViolations(spec: JsonObject): Iterable<Violation> {
  const modes = listAt(spec, 'accessModes');
  if (!Array.isArray(spec['accessModes']) || modes.length === 0)
    yield wrongTogether('/spec/accessModes', [], 'is required', 'Add it, such as `[ReadWriteOnce]`.');
  for (const [index, mode] of modes.entries()) yield* modeViolations(mode, `/spec/accessModes/${index}`);
  if (modes.includes('ReadWriteOncePod') && MODES.slice(0, 3).some((mode) => modes.includes(mode)))
    yield wrongTogether('/spec/accessModes', modes, 'has ReadWriteOncePod, which cannot be combined', 'Keep it alone, or the others.');
  yield* misnamed('/spec/storageClassName', spec['storageClassName'], subdomainFault);
}

function* modeViolations(mode: unknown, at: string): Iterable<Violation> {
  if (typeof mode !== 'string' || MODES.includes(mode)) return;
  const meant = SHORT.get(mode.toUpperCase());
  const typos = mistyped(at, mode, MODES);
  if (meant !== undefined) yield wrongValue(at, mode, `cannot be ${JSON.stringify(mode)}: only kubectl shows it so`, `Write \`${meant}\`.`);
  else yield* typos.length > 0 ? typos : unlisted(at, mode, MODES);
}

/** Checks the amount of storage that is offered or requested. */
export function* amountViolations(spec: JsonObject, path: readonly string[]): Iterable<Violation> {
  const amount = quantityAt(spec, ...path);
  if (amount !== undefined && amount.quantity.mantissa <= 0n)
    yield wrongValue(`/spec/${path.join('/')}`, amount.text, `cannot be ${amount.text}`, 'Write more than 0.');
}
