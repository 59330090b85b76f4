import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { ConfigError } from '../../../errors.ts';
import type { FileFix, FixableFinding } from '../../../finding.ts';
import { editText, type TextEdit } from '../../../yaml/edit-text.ts';
import { save } from '../../output/requested-output-file.ts';
import type { Io } from '../../process/io.ts';

/** A fault that an edit has corrected. */
export interface FixedFault {
  readonly file: string;
  readonly line: number;
  readonly rule: string;
  readonly fix: FileFix;
}

/** A file with its edits, not written yet. */
export interface EditedFile {
  /** As in reports. */
  readonly file: string;
  /** Absolute. */
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

/** A tree after its edits. */
export interface FixedTree<J> {
  /** The judgement of the tree with its edits. */
  readonly judged: J;
  readonly fixed: readonly FixedFault[];
  readonly files: readonly EditedFile[];
}

/** Maximum number of judgements, because a fix may reveal another fault. Faults that remain are not fixed. */
const MOST_JUDGEMENTS = 200;

interface Judged {
  readonly findings: readonly FixableFinding[];
}

type Judge<J extends Judged> = (texts: ReadonlyMap<string, string>) => Promise<J>;

/**
 * Judges and edits repeatedly, until no fault with a single correct fix remains. Does not write files. A fix of an object that the hub
 * refuses is always kept. Other edits are reverted if the tree then has more errors.
 * @param judge judges the tree with these texts in place of files, by their absolute paths
 */
export async function fixedTree<J extends Judged>(judge: Judge<J>, { cwd }: Pick<Io, 'cwd'>): Promise<FixedTree<J>> {
  let files: ReadonlyMap<string, EditedFile> = new Map();
  const fixed: FixedFault[] = [];
  const left = new Set<string>();
  let isOneByOne = false;
  let judged = await judge(new Map());
  for (let judgements = 1; judgements < MOST_JUDGEMENTS;) {
    const open = judged.findings.filter((finding) => isOpen(finding) && !left.has(keyOf(finding)));
    if (open.length === 0) break;
    const refused = open.filter(({ effect }) => effect === 'rejected');
    const chosen = refused.length > 0 ? refused : isOneByOne ? open.slice(0, 1) : open;
    const next = editedBy(chosen, files, cwd);
    const leave = (): void => chosen.forEach((finding) => left.add(keyOf(finding)));
    if (next.writtenEdits.length === 0) {
      leave();
      continue;
    }
    const after = await judge(textsOf(next.files));
    judgements += 1;
    if (refused.length === 0 && errorsOf(after) > errorsOf(judged)) {
      if (chosen.length === 1) leave();
      isOneByOne = true;
      continue;
    }
    fixed.push(...next.writtenEdits);
    [judged, files] = [after, next.files];
  }
  return { judged, fixed, files: [...files.values()].filter(({ before, after }) => before !== after) };
}

/** A suppressed finding is accepted, and a finding of the base is already fixed. */
function isOpen({ fix, suppressed, state }: FixableFinding): boolean {
  return fix !== undefined && suppressed === undefined && state !== 'fixed';
}

function keyOf({ rule, fix }: FixableFinding): string {
  return JSON.stringify([rule, fix]);
}

function errorsOf({ findings }: Judged): number {
  return findings.filter(({ severity, suppressed, state }) => severity === 'error' && suppressed === undefined && state !== 'fixed').length;
}

function textsOf(files: ReadonlyMap<string, EditedFile>): ReadonlyMap<string, string> {
  return new Map([...files.values()].map(({ path, after }) => [path, after]));
}

interface Edited {
  readonly files: ReadonlyMap<string, EditedFile>;
  readonly writtenEdits: readonly FixedFault[];
}

/** The files after the edits of these findings. */
function editedBy(findings: readonly FixableFinding[], before: ReadonlyMap<string, EditedFile>, cwd: string): Edited {
  const files = new Map(before);
  const made: FixedFault[] = [];
  for (const [file, ofFile] of Map.groupBy(findings, ({ fix }) => fix?.file ?? '')) {
    const path = resolve(cwd, file);
    const known = files.get(path);
    const text = known?.after ?? textToEdit(path);
    if (text === undefined) continue;
    const edited = editText(
      text,
      ofFile.flatMap(({ fix }) => (fix === undefined ? [] : [fix])),
    );
    if (edited.made.length === 0) continue;
    files.set(path, { file, path, before: known?.before ?? text, after: edited.text });
    for (const edit of edited.made) {
      const found = ofFile.find(({ fix }) => fix !== undefined && isSame(fix, edit));
      if (found?.fix !== undefined) made.push({ file, line: found.line, rule: found.rule, fix: found.fix });
    }
  }
  return { files, writtenEdits: made };
}

function isSame(fix: FileFix, edit: TextEdit): boolean {
  return JSON.stringify([fix.documentIndex, fix.fix]) === JSON.stringify([edit.documentIndex, edit.fix]);
}

/** The text of a UTF-8 file. A file in another encoding would be changed by writing it back. */
function textToEdit(path: string): string | undefined {
  if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return undefined;
  const bytes = readFileSync(path);
  const text = bytes.toString('utf8');
  return Buffer.from(text).equals(bytes) ? text : undefined;
}

/**
 * Writes each file completely or not at all. If one of them has changed since it was read, none is written.
 * @throws {ConfigError} a file was changed in the meantime, is read-only, or cannot be written
 */
export function writeFixes(files: readonly EditedFile[]): void {
  const changed = files.find(({ path, before }) => textToEdit(path) !== before);
  if (changed !== undefined)
    throw new ConfigError(`${changed.file} was changed while it was checked, and nothing was written; run it again`);
  const kept = files.find(({ path }) => isReadOnly(path));
  if (kept !== undefined) throw new ConfigError(`${kept.file} is read-only, and nothing was written; make it writable, or exclude it`);
  for (const { file, path, after } of files) save(path, after, file);
}

/** Replacing a file by renaming would ignore that it is read-only. */
function isReadOnly(path: string): boolean {
  return (statSync(path).mode & 0o222) === 0;
}
