import { field, stringAt } from '../../fleet/json.ts';
import { childPointer } from '../denial.ts';
import type { Refusal } from './refusal.ts';

/** Source: KubeFleet `pkg/utils/validator/resourceoverride.go`, validateJSONPatchOverride. */
export function* jsonPatchRules(patches: readonly unknown[], at: string): Generator<Refusal> {
  if (patches.length === 0) {
    yield {
      pointer: at,
      serverMessage: 'invalid JSONPatchOverrides: JSONPatchOverrides cannot be empty',
      message: 'A rule has no `jsonPatchOverrides`.',
      hint: 'Write the patches, or `overrideType: Delete` to leave the object out on these clusters.',
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
        serverMessage: `invalid JSONPatchOverride {${op} ${path} …}: ${fault}`,
        message: `The path ${JSON.stringify(path)} of a patch is refused: ${fault}.`,
        ...(path.startsWith('/') ? {} : { hint: 'A path is a JSON pointer, such as `/spec/replicas`.' }),
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

function pathFault(path: string): string | undefined {
  if (path === '') return 'path cannot be empty';
  if (!path.startsWith('/')) return 'path must start with /';
  const [first = '', second, ...rest] = path.split('/').slice(1);
  if (first === 'kind' || first === 'apiVersion') return 'cannot override typeMeta fields';
  if (first === 'metadata' && second === undefined) return 'cannot override field metadata';
  if (first === 'metadata' && second !== 'annotations' && second !== 'labels')
    return 'cannot override metadata fields except annotations and labels';
  if (first === 'status') return 'cannot override status fields';
  return [first, second ?? '-', ...rest].some((part) => BLANK.test(part)) ? 'path cannot contain empty string' : undefined;
}

/** What Go trims away as space. */
const BLANK = /^\p{White_Space}*$/u;
