import { field, isObject, listAt, stringAt } from '../../../../fleet/json/json.ts';
import { PARSED } from '../../../../secrets/embedded-text.ts';
import { isPlain } from '../../../../secrets/is-plain.ts';
import { KnownSecrets } from '../../../../secrets/known-secrets.ts';
import { redacted } from '../../../../secrets/redacted.ts';
import { readDocuments, valuesIn } from '../../../../yaml/documents.ts';
import { isKustomization, PATCHES } from '../../kustomize/kustomization.ts';
import { generatorInputs } from '../generator-inputs.ts';
import { textsIn } from '../kustomize-references.ts';
import { shownIn } from './shown-values.ts';

/** Files that a tool read for a chart. */
export interface ChartTexts {
  /** The names of those with values. */
  readonly values: readonly string[];
  /** The texts that templates can read (`.Files`), by name. */
  readonly readable: ReadonlyMap<string, string>;
}

/**
 * The message of a tool about files, without their secret values: data of Secrets, also in patches, the inputs of secret generators, all
 * values for a chart, and what its templates read from other files, but for ordinary words.
 * @param files that the tool read, by name
 */
export function withoutSecretsOf(
  said: string,
  files: ReadonlyMap<string, string>,
  { values, readable }: ChartTexts = { values: [], readable: new Map() },
): string {
  const marked = withMarks(said, [...readable.values()]);
  const secrets = new ToolSecrets(marked);
  const hideAll = (value: unknown): void => {
    if (typeof value === 'number') secrets.hideOnly(String(value));
    if (typeof value === 'string') secrets.hideOnly(value);
    if (Array.isArray(value) || isObject(value)) for (const inner of Object.values(value)) hideAll(inner);
  };
  for (const [file, text] of files) {
    for (const document of readDocuments(text)) {
      if (document.kind !== 'read') {
        if (/\bSecret\b/.test(document.text) || values.includes(file)) learnWords(document.text, secrets);
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
  for (const text of readable.values()) learnFile(text, secrets);
  if (secrets.areMany) return MANY;
  // A YAML parser in Go quotes the start of a value of the wrong type.
  const shown = secrets
    .hide(marked)
    .replaceAll(/`[^`]*\.\.\.`/g, '`***`')
    .replaceAll(BYTES, '[***]');
  const names = [...readable.keys()];
  return shown.replaceAll(MARK, (_, index: string) => `(the text of ${names[Number(index)] ?? ''})`);
}

/** A message with a mark in place of the whole text of a file. */
function withMarks(said: string, texts: readonly string[]): string {
  let marked = said.replaceAll('\0', '');
  for (const [index, text] of texts.entries()) {
    const whole = text.trim();
    if (whole.length >= SHORTEST_TEXT && whole.length <= said.length)
      for (const form of new Set([whole, JSON.stringify(whole).slice(1, -1)])) marked = marked.replaceAll(form, `\0${String(index)}\0`);
  }
  return marked;
}

/** Go prints the bytes of a text as a list of numbers. */
const BYTES = /\[\d{1,3}(?: \d{1,3}){3,}\]/g;

const SHORTEST_TEXT = 16;
/** It cannot be in a message. */
const MARK = /\0(\d+)\0/g;

/** The values that a message must not show, also as a template or a program writes them in one case. */
class ToolSecrets extends KnownSecrets {
  readonly #isShown: (value: string) => boolean;
  readonly #shown = new Set<string>();

  /** @param said the message */
  constructor(said: string) {
    super();
    this.#isShown = shownIn(said);
  }

  /** The message has more of them than can be searched for. */
  get areMany(): boolean {
    return this.#shown.size > MOST;
  }

  override hideOnly(secret: string): void {
    if (this.areMany || this.#shown.has(secret) || ![secret, ...secret.split(/[\r\n]+/)].some(this.#isShown)) return;
    this.#shown.add(secret);
    for (const written of new Set([secret, secret.toUpperCase(), secret.toLowerCase()])) super.hideOnly(written);
  }
}

const MOST = 5000;
const MANY = 'an error that is not shown, because it quotes very many texts of its files';

/** Adds what `redacted` would remove from a value, decoded and as written. */
function learn(value: unknown, secrets: KnownSecrets): void {
  redacted(value, (secret) => {
    secrets.hideOnly(Buffer.from(secret, 'latin1').toString('utf8'));
    return secret;
  });
}

/**
 * Adds what a template may read from a file: its lines, the values and words in them, and the values of YAML and JSON. An ordinary word, a number and a path
 * is no secret, unless its name shows it or it is all of the file.
 */
function learnFile(text: string, secrets: KnownSecrets): void {
  const notPlain = { hideOnly: (value: string): void => (isPlain(value.trim()) ? undefined : secrets.hideOnly(value)) };
  if (!text.trim().includes('\n')) secrets.hideOnly(text);
  learnWords(text, notPlain);
  for (const word of new Set(text.split(/[\s"',;:=]+/))) notPlain.hideOnly(word);
  if (text.length > PARSED) return;
  for (const read of valuesIn(text)) {
    learn(read, secrets);
    for (const [value] of textsIn(read)) notPlain.hideOnly(value);
  }
}

/** Adds each line, and each value of a line: for texts from which a Secret is made, and for those that cannot be parsed. */
function learnWords(text: string, secrets: Pick<KnownSecrets, 'hideOnly'>): void {
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
  for (const list of PATCHES)
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
