import { existsSync, lstatSync, readdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { AT_ONCE } from '../../static/read/files/text-of-file.ts';
import { placesOfConfig } from '../settings/config-places.ts';
import type { FlagName } from '../../settings/settings.ts';
import { tokensOf } from '../command-line/invocation.ts';
import type { Io } from '../process/io.ts';

/** Entries of all folders together: what is not read has to be walked by all the same. */
const MOST_ENTRIES = 200;
/** Bytes of all files together. Twenty times this would be judged in the time there is. */
const MOST_BYTES = 4 * AT_ONCE;

/** With no other flag. Those of `FILES` name a file; no other one has anything written, started, or read from elsewhere. */
const PLAIN: ReadonlySet<string> = new Set<FlagName>([
  'allow-nothing',
  'clusters',
  'fail-on',
  'format',
  'no-color',
  'now',
  'plan',
  'quiet',
  'target',
]);
const FILES: ReadonlySet<string> = new Set<FlagName>(['clusters']);

/**
 * Whether argv asks for nothing but a judgement of few small files, whose report goes to standard output. Links, pipes, hidden folders,
 * kustomizations and charts are not among them. Whatever cannot be looked at makes it false.
 */
export function isOfFewFiles(argv: readonly string[], io: Pick<Io, 'cwd' | 'env'>): boolean {
  const tokens = tokensOf(argv);
  const isPlain = tokens.every((token) => token.kind === 'positional' || (token.kind === 'option' && isPlainFlag(token)));
  if (!isPlain) return false;
  // A configuration names paths, clusters and pipes of its own.
  if (placesOfConfig({ value: () => undefined }, io).some(({ path }) => existsSync(path))) return false;
  const said = tokens.flatMap((token) => (token.kind === 'positional' ? [token.value] : [])).slice(1);
  const named = tokens.flatMap((token) => (token.kind === 'option' && FILES.has(token.name) ? [token.value ?? ''] : []));
  try {
    return areFew([...(said.length === 0 ? ['.'] : said), ...named].map((path) => (path === '-' ? undefined : resolve(io.cwd, path))));
  } catch {
    return false;
  }
}

/** `--format json=FILE` writes. */
function isPlainFlag({ name, value = '' }: { readonly name: string; readonly value?: string | undefined }): boolean {
  return PLAIN.has(name) && !(name === 'format' && value.includes('='));
}

/** @param paths absolute; standard input is `undefined` */
function areFew(paths: readonly (string | undefined)[]): boolean {
  const left = [...paths];
  let entries = 0;
  let bytes = 0;
  for (let path = left.pop(); path !== undefined; path = left.pop()) {
    entries += 1;
    const found = lstatSync(path);
    if (found.isDirectory()) {
      for (const entry of readdirSync(path, { withFileTypes: true })) {
        if (entry.isDirectory() ? !UNREAD.test(entry.name) : MANIFEST.test(entry.name) || !entry.isFile())
          left.push(join(path, entry.name));
        if (entry.isDirectory() && HIDDEN.test(entry.name)) return false;
      }
    } else if (found.isFile()) bytes += found.size;
    else return false;
    if (RENDERED.test(basename(path)) || found.size > AT_ONCE || bytes > MOST_BYTES || entries + left.length > MOST_ENTRIES) return false;
  }
  return left.length === 0 && !paths.includes(undefined);
}

const UNREAD = /^(?:\.git|node_modules)$/;
const HIDDEN = /^\.(?!git$|github$)/;
const MANIFEST = /\.(?:ya?ml|json)$/i;
const RENDERED = /^(?:kustomization(?:\.ya?ml)?|chart\.yaml)$/i;
