import { childPointer } from '../../fleet/json/json-pointer.ts';
import { field, stringAt } from '../../fleet/json/json.ts';
import type { Refusal } from './refusal.ts';

/** Source: KubeFleet `pkg/utils/validator/resourceoverride.go`, validateJSONPatchOverride. */
export function* jsonPatchRules(patches: readonly unknown[], at: string): Generator<Refusal> {
  if (patches.length === 0) {
    yield {
      pointer: at,
      serverMessage: 'invalid JSONPatchOverrides: JSONPatchOverrides cannot be empty',
      message: 'A rule has no `jsonPatchOverrides`.',
      hint: 'Write the patches, or `overrideType: Delete` to remove the object on these clusters.',
    };
  }
  for (const [index, patch] of patches.entries()) {
    const pointer = childPointer(at, index);
    const path = stringAt(patch, 'path') ?? '';
    const op = stringAt(patch, 'op') ?? '';
    const fault = pathFault(path);
    if (fault !== undefined) {
      yield {
        pointer: `${pointer}/path`,
        serverMessage: `invalid JSONPatchOverride {${op} ${path} …}: ${fault.says}`,
        message: `The path ${JSON.stringify(path)} of a patch is refused: ${fault.says}.`,
        hint: fault.hint,
      };
    }
    if (op === 'remove' && field(patch, 'value') !== undefined) {
      yield {
        pointer: `${pointer}/value`,
        serverMessage: `invalid JSONPatchOverride {${op} ${path} …}: remove operation cannot have value`,
        message: 'A patch with `op: remove` has a `value`.',
        hint: 'Remove `value`, or write another `op`.',
      };
    }
  }
}

interface PathFault {
  readonly says: string;
  readonly hint: string;
}

const NOT_A_POINTER = 'A path is a JSON pointer, such as `/spec/replicas`.';
const METADATA = 'Patch below `/metadata/labels` or `/metadata/annotations`, the only metadata that can be overridden.';

function pathFault(path: string): PathFault | undefined {
  if (path === '') return { says: 'path cannot be empty', hint: NOT_A_POINTER };
  if (!path.startsWith('/')) return { says: 'path must start with /', hint: NOT_A_POINTER };
  const [first = '', second, ...rest] = path.split('/').slice(1);
  if (first === 'kind' || first === 'apiVersion') {
    const hint = 'Remove the patch: apiVersion and kind of an object cannot be overridden.';
    return { says: 'cannot override typeMeta fields', hint };
  }
  if (first === 'metadata' && second === undefined) return { says: 'cannot override field metadata', hint: METADATA };
  if (first === 'metadata' && second !== 'annotations' && second !== 'labels')
    return { says: 'cannot override metadata fields except annotations and labels', hint: METADATA };
  if (first === 'status')
    return { says: 'cannot override status fields', hint: 'Remove the patch: each cluster writes the status itself.' };
  if (![first, second ?? '-', ...rest].some((part) => BLANK.test(part))) return undefined;
  return { says: 'path cannot contain empty string', hint: 'Write the path without doubled slashes and without one at its end.' };
}

/** The white space that Go's `strings.TrimSpace` removes. */
const BLANK = /^\p{White_Space}*$/u;
