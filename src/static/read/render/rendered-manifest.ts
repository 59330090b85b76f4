import type { SourceRange } from '../../../finding.ts';
import { isObject, stringAt } from '../../../fleet/json/json.ts';
import { readDocuments } from '../../../yaml/documents.ts';
import { expandLists } from '../../../yaml/lists.ts';
import type { Change, Manifest } from '../../world/manifest.ts';
import type { ReadProblem, ReadResult } from '../read-result.ts';
import type { Overlay } from './overlay.ts';
import { quoteOf } from './quote-of.ts';

/** The place in the tree from which a rendered object comes. */
export interface Origin {
  /** The file if the line is not known: the overlay's own, or a template. */
  readonly file: string;
  /** The place that makes the value at a pointer; `undefined` if it is not known. */
  locate(pointer: string, part?: 'key' | 'value'): SourceRange | undefined;
  /** Whether that place shows the value as rendered. */
  shows(pointer: string): boolean;
  /** What patches and transformers change in an object of a file. */
  readonly change?: Change;
}

/** Turns a manifest of rendered text into one of the tree: its positions lead to its source. @param sources what the tool read */
export function renderedManifest(
  manifest: Manifest,
  origin: Origin,
  overlay: Overlay,
  command: string,
  sources?: ReadonlyMap<string, string>,
): Manifest {
  const { object } = manifest;
  const { inDocument: _, ...rest } = manifest;
  const fallback = startOfFile(origin.file);
  return {
    ...rest,
    file: (origin.locate('') ?? fallback).file,
    overlay: overlay.name,
    ...(manifest.list === undefined ? {} : { list: { ...manifest.list, locate: () => origin.locate('') ?? fallback } }),
    locate: (pointer, part) => origin.locate(pointer, part) ?? fallback,
    rendered: {
      command,
      quote: (pointer) => (origin.shows(pointer) ? undefined : quoteOf(object, pointer)),
      ...(sources === undefined ? {} : { sources }),
      ...(origin.change === undefined ? {} : { change: origin.change }),
    },
  };
}

/** The first position of a file. */
export function startOfFile(file: string): SourceRange {
  return { file, line: 1, column: 1, endLine: 1, endColumn: 1 };
}

interface Part {
  /** The number of lines before it. */
  readonly before: number;
  /** The place that makes a line of it. */
  readonly locate: (line: number) => SourceRange | undefined;
}

/**
 * Turns the result of reading rendered text into one about the tree.
 * @param manifests those of the text, in order, as they are in the tree
 * @param part of the output that the text is, if it is not all of it
 */
export function asTree(
  read: ReadResult,
  manifests: readonly Manifest[],
  overlay: Overlay,
  command: string,
  part: Part = { before: 0, locate: () => undefined },
): ReadResult {
  const starts = read.manifests.map((manifest, index) => ({ line: manifest.locate('').line, manifest: manifests[index] }));
  const placeOf = (line: number): SourceRange =>
    starts.findLast((start) => start.line <= line)?.manifest?.locate('') ?? startOfFile(overlay.file);
  return {
    ...read,
    files: 0,
    manifests,
    comments: [],
    problems: read.problems.map((problem) => ({
      ...problem,
      ...(part.locate(problem.line) ?? placeOf(problem.line)),
      message: `${messageOf(problem, part).replace(/\.$/, '')} (line ${problem.line + part.before} of what \`${command}\` prints).`,
      related: [],
    })),
    notEvaluated: read.notEvaluated.map((entry) => {
      const { file, line } = placeOf(entry.line);
      return { ...entry, file, line, rendered: { overlays: [overlay.name] } };
    }),
  };
}

/** The message of a problem, with the lines of the template that it is in, else of the whole output. */
function messageOf({ message, related }: ReadProblem, { before, locate }: Part): string {
  return related.reduce((text, { line }) => text.replace(` on line ${line}`, ` on line ${locate(line)?.line ?? line + before}`), message);
}

/** Whether a text contains only Kubernetes objects; other output of a tool was not judged. */
export function holdsOnlyObjects(text: string): boolean {
  for (const document of readDocuments(text)) {
    if (document.kind !== 'read' || !isObject(document.value)) return false;
    for (const { value } of expandLists(document.value))
      if (stringAt(value, 'apiVersion') === undefined || stringAt(value, 'kind') === undefined) return false;
  }
  return true;
}
