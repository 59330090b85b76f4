import { listAt } from '../../../fleet/json/json.ts';
import { valuesIn } from '../../../yaml/documents.ts';

/**
 * The files and patterns that a configuration of Skaffold applies, from its own folder. Skaffold applies a file of any name only if it is
 * named, and not by a pattern.
 */
export function filesOfSkaffold(text: string): readonly string[] {
  return textsAt(text, ['manifests', 'rawYaml'], ['deploy', 'kubectl', 'manifests']);
}

/** The folders of kustomizations that it builds and applies, from its own folder. */
export function kustomizationsOfSkaffold(text: string): readonly string[] {
  return textsAt(text, ['manifests', 'kustomize', 'paths'], ['deploy', 'kustomize', 'paths']);
}

/** The texts of these lists, also those of a profile. */
function textsAt(text: string, ...places: readonly (readonly string[])[]): readonly string[] {
  return valuesIn(text)
    .flatMap((each) => [each, ...listAt(each, 'profiles')])
    .flatMap((each) => places.flatMap((place) => listAt(each, ...place)))
    .filter((each) => typeof each === 'string');
}
