import { field, isObject, listAt, stringAt } from '../../../fleet/json/json.ts';
import { KnownSecrets } from '../../../secrets/known-secrets.ts';
import { redacted } from '../../../secrets/redacted.ts';
import { readDocuments } from '../../../yaml/documents.ts';
import { isKustomization } from '../kustomize/kustomization.ts';
import { generatorInputs } from './generator-inputs.ts';
import { textsIn } from './kustomize-references.ts';

/**
 * The message of a tool about files, without their secret values: data of Secrets, also in patches, the inputs of secret generators, and
 * all values for a chart.
 * @param files that the tool read, by name @param values the files with values for a chart
 */
export function withoutSecretsOf(said: string, files: ReadonlyMap<string, string>, values: readonly string[] = []): string {
  const secrets = new ToolSecrets();
  const hideAll = (value: unknown): void => {
    if (typeof value === 'number') secrets.hideOnly(String(value));
    if (typeof value === 'string') secrets.hideOnly(value);
    if (Array.isArray(value) || isObject(value)) for (const inner of Object.values(value)) hideAll(inner);
  };
  for (const [file, text] of files) {
    for (const document of readDocuments(text)) {
      if (document.kind !== 'read') {
        if (/\bSecret\b/.test(document.text)) learnWords(document.text, secrets);
        continue;
      }
      const { value } = document;
      // A list is a JSON patch, and its target may be a Secret.
      if (Array.isArray(value)) hideAll(value.map((operation) => field(operation, 'value')));
      else learn(value, secrets);
      if (isKustomization(file)) {
        for (const name of learnKustomization(value, file, secrets)) learnWords(files.get(name) ?? '', secrets);
        for (const chart of listAt(value, 'helmCharts')) hideAll(field(chart, 'valuesInline'));
      }
      if (values.includes(file)) hideAll(value);
    }
  }
  // A YAML parser in Go quotes the start of a value of the wrong type.
  return secrets.hide(said).replaceAll(/`[^`]*\.\.\.`/g, '`***`');
}

/** The values that a message must not show, also as a template or a program writes them in one case. */
class ToolSecrets extends KnownSecrets {
  override hideOnly(secret: string): void {
    for (const written of new Set([secret, secret.toUpperCase(), secret.toLowerCase()])) super.hideOnly(written);
  }
}

/** Adds what `redacted` would remove from a value, decoded and as written. */
function learn(value: unknown, secrets: KnownSecrets): void {
  redacted(value, (secret) => {
    secrets.hideOnly(Buffer.from(secret, 'latin1').toString('utf8'));
    return secret;
  });
}

/** Adds each line, and each value of a line: for texts from which a Secret is made, and for those that cannot be parsed. */
function learnWords(text: string, secrets: KnownSecrets): void {
  for (const line of text.split('\n')) {
    secrets.hideOnly(line);
    const [, value = ''] = /^[^:=]*[:=](.*)$/s.exec(line) ?? [];
    secrets.hideOnly(value.trim().replaceAll(/^["']|["']$/g, ''));
  }
}

/**
 * Patches may be for Secrets, even if their target is another kind. Literals become data of a Secret. Returns the files from which a
 * generator makes Secrets.
 */
function learnKustomization(value: unknown, file: string, secrets: KnownSecrets): readonly string[] {
  for (const list of ['patches', 'patchesJson6902', 'patchesStrategicMerge'])
    for (const entry of listAt(value, list)) {
      const patch = typeof entry === 'string' ? entry : (stringAt(entry, 'patch') ?? '');
      for (const document of readDocuments(patch)) {
        if (document.kind !== 'read') learnWords(patch, secrets);
        else if (Array.isArray(document.value))
          for (const [word] of textsIn(document.value.map((each) => (each as { value?: unknown })?.value))) secrets.hideOnly(word);
        else learn(document.value, secrets);
      }
    }
  const { literals, files, misplaced } = generatorInputs(value, file);
  for (const text of [...literals, ...misplaced]) learnWords(text, secrets);
  return files;
}
