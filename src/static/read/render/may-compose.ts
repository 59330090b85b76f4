import { isObject, listAt } from '../../../fleet/json/json.ts';
import { kustomizationValue } from '../kustomize/kustomization.ts';

/** Their plugins, and their rules for variables, may change any field. */
const COMPOSING = new Set(['generators', 'transformers', 'configurations', 'helmchartinflationgenerator', 'helmcharts']);

/** Whether a kustomization may write an apiVersion or a kind that no file has in one piece. kustomize ignores the case of keys. */
export function mayCompose(text: string): boolean {
  return Object.entries(kustomizationValue(text) ?? {}).some(([key, value]) => {
    const name = key.toLowerCase();
    return COMPOSING.has(name) || (name === 'replacements' && !(Array.isArray(value) && value.every(isWithinFields)));
  });
}

/** Whether a replacement writes only into fields below others, such as `spec.replicas`. It can insert a value into a part of a text. */
function isWithinFields(replacement: unknown): boolean {
  if (!isObject(replacement) || 'path' in replacement) return false;
  return listAt(replacement, 'targets').every((target) =>
    listAt(target, 'fieldPaths').every(
      (path) => typeof path === 'string' && /^[A-Za-z]\w*(?:\.|\[|$)/.test(path) && !/^(?:apiVersion|kind)\b/.test(path),
    ),
  );
}
