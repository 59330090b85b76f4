import type { Fix } from './fleet/json/fix.ts';
import type { ObjectRef } from './fleet/kubernetes/object.ts';

/** What happens to the object a finding is about. */
export const EFFECTS = ['rejected', 'fails', 'misbehaves', 'advice'] as const;
export type Effect = (typeof EFFECTS)[number];

/** The same in words. */
export const EFFECT_TEXT: Readonly<Record<Effect, string>> = {
  rejected: 'the hub refuses it',
  fails: 'the hub accepts it, and it fails at run time',
  misbehaves: 'accepted, but without the intended effect',
  advice: 'worth knowing',
};

export const SEVERITIES = ['error', 'warning', 'notice'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** The least severity that makes a run fail. */
export const FAIL_LEVELS = ['error', 'warning', 'none'] as const;
export type FailLevel = (typeof FAIL_LEVELS)[number];

/** The severities that make a run fail at that level. */
export function failingAt(level: FailLevel): readonly Severity[] {
  return SEVERITIES.slice(0, SEVERITIES.findIndex((severity) => severity === level) + 1);
}

/** A place in a file; lines and columns count from 1, the end column is the first one after the text. */
export interface SourceRange {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** One fault of one manifest, as every renderer and the JSON contract (`report-v1`) show it. */
export interface Finding extends SourceRange {
  readonly rule: string;
  readonly effect: Effect;
  readonly severity: Severity;
  /** One sentence: the cause, with the names involved. */
  readonly message: string;
  /** What to do about it. */
  readonly remedy: string;
  /** Our page of the rule. */
  readonly page?: string;
  /** Public documentation of the fact it rests on; empty where there is none. */
  readonly docs: string;
  /** The hub's own words, where it would refuse the object. */
  readonly serverMessage?: string;
  /** The hub says it only once the other faults of the object are corrected. */
  readonly later?: boolean;
  /** It rests on something that is not known and may make it right, as whether two folders are for one hub; its effect is the lesser one. */
  readonly open?: boolean;
  /** JSON pointer into the object. */
  readonly pointer: string;
  /** Absent for findings about a file or a suppression. */
  readonly object?: ObjectRef;
  /** The clusters on which it shows, where it is one of some clusters and they are known. */
  readonly clusters?: readonly string[];
  readonly related: readonly RelatedPlace[];
  /** Only with a base to compare with. */
  readonly state?: 'new' | 'unchanged' | 'fixed';
  /** Only with a base to compare with: the change touches a line it stands on. */
  readonly touched?: boolean;
  /**
   * The lines of the text from `line` on that it is about, three at most, 200 characters of each. Absent of documents with what only few may
   * see, where there is no such text, and of findings beyond the first 5,000.
   */
  readonly excerpt?: readonly string[];
  /** Of an object that a kustomization or chart makes. */
  readonly rendered?: Rendered;
  readonly suppressed?: { readonly reason: string; readonly until?: string };
}

/** A finding with what is in no report. */
export interface MendableFinding extends Finding {
  /** What `--fix` makes of it. */
  readonly fix?: FileFix;
  /** The message without the names of clusters, by which it is known again in another tree. */
  readonly lastingMessage?: string;
}

/** The edit of a file that mends a fault. */
export interface FileFix {
  readonly file: string;
  /** Position of the document among those of its file that are not empty, from 0. */
  readonly documentIndex: number;
  /** What to do, with pointers into the document. */
  readonly fix: Fix;
  /** The scalar, or the name of the field, that the edit replaces; absent where it adds one. */
  readonly old?: string;
}

export interface RelatedPlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** Where a rendered object comes from. */
export interface Rendered {
  /** The overlays or charts in which the fault was found. */
  readonly overlays: readonly string[];
  /** What prints the object. */
  readonly command: string;
  /** What stands in the rendered object, where no file of the tree says just that. */
  readonly quote?: string;
}

/** Input that was seen and not judged; counted and shown, never taken for good. */
export interface NotEvaluated {
  readonly file: string;
  readonly line: number;
  readonly reason: string;
  /** What it is about, where one object is known. */
  readonly object?: ObjectRef;
  /** The overlays or charts that it is of, be they rendered or not; absent where none is known. */
  readonly rendered?: Pick<Rendered, 'overlays'>;
  /** The fact without which it was judged: a reader who gives it gets the rest. */
  readonly missing?: 'clusters';
  /** Only with a base to compare with. */
  readonly state?: 'new' | 'unchanged';
  /** An object of KubeFleet whose final content is unknown: as long as it is, nobody can say that it passed. */
  readonly fleetObject?: boolean;
}

/** An object that the change needs and that is not in the files: whether it is on the clusters cannot be told here. */
export interface Assumption {
  readonly kind: string;
  /** Absent for what belongs to the whole cluster. */
  readonly namespace?: string;
  readonly name: string;
  /** An entry of it that is needed. */
  readonly key?: string;
  /** The objects that need it, in the order of the files. */
  readonly neededBy: readonly ObjectRef[];
  /** Where it is needed, in the order of their names; empty where the clusters are not known. */
  readonly clusters: readonly string[];
  /** What is known about it, as the end of a sentence: "it is not in these files". */
  readonly because: string;
  /** Only with a base to compare with. */
  readonly state?: 'new' | 'unchanged';
}
