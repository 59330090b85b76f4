import { stringAt } from '../../../fleet/json/json.ts';
import { mentionsSecret } from '../../../secrets/embedded-text.ts';
import { expandLists } from '../../../yaml/lists.ts';
import { isKustomization } from '../kustomize/kustomization.ts';
import { generatorInputs } from './generator-inputs.ts';
import { valuesIn } from '../../../yaml/documents.ts';

/**
 * The Secrets in the files that kustomize read, and the inputs of its secret generators as Secrets: it may copy their values to other
 * objects, and leave them out of what it builds. @param sources the texts of these files, by name
 */
export function sourceSecrets(sources: ReadonlyMap<string, string>): readonly unknown[] {
  return [...sources].flatMap(([file, text]) => {
    if (!mentionsSecret(text) && !text.includes('secretGenerator')) return [];
    return valuesIn(text).flatMap((written) => {
      const objects = [...expandLists(written)].map(({ value }) => value);
      const secrets = objects.filter((object) => stringAt(object, 'kind') === 'Secret');
      if (!isKustomization(file)) return secrets;
      const { literals, files, misplaced } = generatorInputs(written, file);
      const texts = files.flatMap((name) => sources.get(name) ?? []);
      const values = [...literals, ...texts.flatMap((each) => each.split(/\r?\n/))].flatMap(valueOf);
      return [...secrets, { kind: 'Secret', stringData: Object.fromEntries([...values, ...texts, ...misplaced].entries()) }];
    });
  });
}

/** The value of `key=value`, which may be in quotes. */
function valueOf(assignment: string): readonly string[] {
  const at = assignment.indexOf('=');
  return at < 0
    ? []
    : [
        assignment
          .slice(at + 1)
          .trim()
          .replaceAll(/^["']|["']$/g, ''),
      ];
}
