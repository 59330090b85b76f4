import { isBlank } from './blank.ts';
import { ConfigError } from './errors.ts';
import type { SourceRange } from './finding.ts';
import { childPointer } from './fleet/json/json-pointer.ts';
import { isObject } from './fleet/json/json.ts';
import { nearest } from './fleet/text/nearest.ts';
import { withVisibleSpaces } from './fleet/text/visible-spaces.ts';
import { CONFIG_SHAPE } from './settings/config-shape.ts';
import { type Field, parseWord, wanted } from './settings/kind.ts';
import type { Config } from './settings/settings.ts';
import { readDocuments, type ReadDocument } from './yaml/documents.ts';

/** Names that only the caller knows: rules with their options, and the keys of `gate.grace`. */
export interface Vocabulary {
  readonly rules: readonly {
    readonly id: string;
    readonly aliases?: Readonly<Record<string, string>>;
    readonly options?: Readonly<Record<string, string>>;
  }[];
  readonly graces: readonly string[];
}

export interface LoadedConfig {
  readonly config: Config;
  readonly file: string;
  /** `config.suppress` with the position of each entry, as the linter needs it. */
  readonly suppress: readonly (NonNullable<Config['suppress']>[number] & { readonly range: SourceRange })[];
  /** `config.provided`, each entry with its position. */
  readonly provided: readonly (NonNullable<Config['provided']>[number] & { readonly range: SourceRange })[];
  /** `config.render` if it is a list, each entry with its position; `mayBeGone`: it is left out where its values are not there. */
  readonly render?: readonly (RenderConfig & { readonly place: string; readonly mayBeGone?: true })[];
}

/** A kustomization or a chart release that the configuration renders. */
export type RenderConfig = Exclude<NonNullable<Config['render']>, string>[number];

/**
 * Parses a configuration file.
 * @throws {ConfigError} invalid YAML, an unknown key, or a value of the wrong type: one line for each error, with file, line and how to
 * correct it.
 */
export function parseConfig(text: string, file: string, vocabulary: Vocabulary): LoadedConfig {
  const faults: string[] = [];
  const document = documentOf(text, file);
  const rangeOf = (path: Path): SourceRange => {
    const range = document?.places.locate(path.reduce<string>(childPointer, ''), 'key') ?? { line: 1, column: 1, endLine: 1, endColumn: 1 };
    return { file, ...range };
  };
  const reader: Reader = {
    vocabulary,
    fault(path, message) {
      faults.push(`${file}:${rangeOf(path).line}: ${message}`);
    },
  };
  for (const { key, second } of document?.duplicates ?? [])
    faults.push(`${file}:${document?.places.rangeOf(second).line}: "${key}" is in the mapping twice; keep one`);
  const config = read(CONFIG_SHAPE, document?.value ?? {}, [], reader) as Config;
  if (faults.length > 0) throw new ConfigError(faults.join('\n'));
  const suppress = (config.suppress ?? []).map((entry, index) => Object.assign(entry, { range: rangeOf(['suppress', index]) }));
  const provided = (config.provided ?? []).map((entry, index) => ({ ...entry, range: rangeOf(['provided', index]) }));
  const { render } = config;
  if (render === undefined || typeof render === 'string') return { config, file, suppress, provided };
  return {
    config,
    file,
    suppress,
    provided,
    render: render.map((entry, index) => ({ ...entry, place: `${file}:${rangeOf(['render', index]).line}` })),
  };
}

function documentOf(text: string, file: string): ReadDocument | undefined {
  const [document, second] = readDocuments(text);
  if (document?.kind === 'broken') throw new ConfigError(`${file}:${document.fault.line}: invalid YAML: ${document.reason}`);
  if (document?.kind === 'unread') throw new ConfigError(`${file}:${document.at.line}: ${document.reason}`);
  if (second !== undefined) throw new ConfigError(`${file}:${second.at.line}: a configuration is one document; remove the second`);
  return document;
}

/** The names that a value may contain, and the receiver of errors. */
interface Reader {
  readonly vocabulary: Vocabulary;
  fault(path: Path, message: string): void;
}

type Path = readonly (string | number)[];

/** The value in the form that its shape describes. An invalid value is reported and treated as absent. */
function read(shape: Field, value: unknown, path: Path, reader: Reader): unknown {
  const wrong = (what: string, meant = ''): undefined => {
    reader.fault(path, `${nameOf(path)} must be ${what}, not ${textOf(value)}${meant}`);
    return undefined;
  };
  switch (shape.kind) {
    case 'switch':
      return typeof value === 'boolean' ? value : wrong('true or false');
    case 'texts':
    case 'files':
      return Array.isArray(value) ? readTexts(value, path, reader) : wrong('a list of texts');
    case 'either':
      return read(Array.isArray(value) ? shape.list : shape.word, value, path, reader);
    case 'list':
      return Array.isArray(value) ? value.map((entry, index) => read(shape.of, entry, [...path, index], reader)) : wrong('a list');
    case 'map':
      return isObject(value) ? readMap(shape, value, path, reader) : wrong('a mapping');
    case 'record':
      return isObject(value) ? readRecord(shape, value, path, reader) : wrong('a mapping');
    case 'choice':
      // `off` is a boolean in Kubernetes' YAML.
      if (value === false && shape.of.includes('off')) return 'off';
      return (isText(value) ? parseWord(shape, value) : undefined) ?? wrong(wanted(shape), hint(value, shape.of));
    case 'share':
      return (isText(value) || typeof value === 'number' ? parseWord(shape, String(value)) : undefined) ?? wrong(wanted(shape));
    case 'text':
    case 'file':
    case 'folder':
    case 'duration':
    case 'time':
    case 'day':
    case 'clusters':
    case 'wall-time':
    case 'zone':
    case 'cron':
    default:
      return (isText(value) ? parseWord(shape, value) : undefined) ?? wrong(wanted(shape));
  }
}

function readRecord(shape: Field & { kind: 'record' }, value: Readonly<Record<string, unknown>>, path: Path, reader: Reader): unknown {
  for (const key of shape.required ?? []) {
    if (!Object.hasOwn(value, key)) reader.fault(path, `"${key}" is missing in ${nameOf(path)}`);
    else if (value[key] === null) reader.fault([...path, key], `${nameOf([...path, key])} is empty; write a text`);
  }
  return readEntries(value, path, reader, Object.keys(shape.fields), (key) => shape.fields[key]);
}

function readMap(shape: Field & { kind: 'map' }, value: Readonly<Record<string, unknown>>, path: Path, reader: Reader): unknown {
  const allowed = shape.keys === 'any' ? Object.keys(value) : allowedKeys(shape.keys, path, reader.vocabulary);
  return readEntries(value, path, reader, allowed, () => shape.of);
}

function readEntries(
  value: Readonly<Record<string, unknown>>,
  path: Path,
  reader: Reader,
  allowed: readonly string[],
  shapeOf: (key: string) => Field | undefined,
): unknown {
  const entries: [string, unknown][] = [];
  for (const [key, entry] of Object.entries(value)) {
    const shape = allowed.includes(key) ? shapeOf(key) : undefined;
    if (shape === undefined) {
      const known = allowed.length > 0 && allowed.length <= 16 ? ` (known: ${allowed.join(', ')})` : '';
      reader.fault([...path, key], `${nameOf(path)} has no "${key}"${hint(key, allowed)}${known}`);
    } else if (entry === null && shape.kind === 'day') {
      // If an empty day were treated as missing, the entry would never expire.
      reader.fault([...path, key], `${nameOf([...path, key])} is empty; write a day as YYYY-MM-DD, or remove it`);
    } else if (entry !== null) {
      entries.push([key, read(shape, entry, [...path, key], reader)]);
    }
  }
  return Object.fromEntries(entries);
}

function allowedKeys(keys: 'rule' | 'grace' | 'option', path: Path, { rules, graces }: Vocabulary): readonly string[] {
  if (keys === 'grace') return graces;
  if (keys === 'rule') return rules.flatMap(({ id, aliases = {} }) => [id, ...Object.keys(aliases)]);
  return Object.keys(rules.find(({ id }) => id === path[1])?.options ?? {});
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && !isBlank(value);
}

function readTexts(list: readonly unknown[], path: Path, reader: Reader): readonly string[] {
  for (const [index, entry] of list.entries())
    if (!isText(entry)) reader.fault([...path, index], `${nameOf([...path, index])} must be a text, not ${textOf(entry)}`);
  return list.filter(isText);
}

/** Number of characters of a wrong value that a message shows. */
const MOST_QUOTED = 100;

function nameOf(path: Path): string {
  if (path.length === 0) return 'the configuration';
  return path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
    .join('')
    .slice(1);
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (isObject(value)) return 'a mapping';
  const text = typeof value === 'string' ? withVisibleSpaces(JSON.stringify(value)) : String(value);
  return text.length > MOST_QUOTED ? `${text.slice(0, MOST_QUOTED)}…` : text;
}

function hint(word: unknown, candidates: readonly string[]): string {
  const meant = typeof word === 'string' ? nearest(word, candidates) : undefined;
  return meant === undefined ? '' : `; did you mean "${meant}"?`;
}
