import type { Fix } from './fleet/json/fix.ts';
import type { ObjectRef } from './fleet/kubernetes/object.ts';

/** What happens to the object of a finding. */
export const EFFECTS = ['rejected', 'fails', 'misbehaves', 'advice'] as const;
export type Effect = (typeof EFFECTS)[number];

/** The effects in words. */
export const EFFECT_TEXT: Readonly<Record<Effect, string>> = {
  rejected: 'the hub refuses it',
  fails: 'the hub accepts it, and it fails at run time',
  misbehaves: 'accepted, but without the intended effect',
  advice: 'worth knowing',
};

export const SEVERITIES = ['error', 'warning', 'notice'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** The lowest severity that makes a run fail. */
export const FAIL_LEVELS = ['error', 'warning', 'none'] as const;
export type FailLevel = (typeof FAIL_LEVELS)[number];

/** The severities that make a run fail at that level. */
export function failingAt(level: FailLevel): readonly Severity[] {
  return SEVERITIES.slice(0, SEVERITIES.findIndex((severity) => severity === level) + 1);
}

/** A position in a file. Lines and columns start at 1; the end column is the first one after the text. */
export interface SourceRange {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** One fault of one manifest, as all renderers and the JSON contract (`report-v1`) show it. */
export interface Finding extends SourceRange {
  readonly rule: string;
  /** A former rule that is now part of `rule`. Settings and suppressions of that id apply to the finding, and alerts keep it. */
  readonly alias?: string;
  readonly effect: Effect;
  readonly severity: Severity;
  /** One sentence: the cause, with the names involved. */
  readonly message: string;
  /** How to correct it. */
  readonly remedy: string;
  /** Our page about the rule. */
  readonly page?: string;
  /** Public documentation of the underlying fact; empty if there is none. */
  readonly docs: string;
  /** The hub's own message, if it would refuse the object. */
  readonly serverMessage?: string;
  /** The hub reports this only after the other faults of the object are corrected. */
  readonly later?: boolean;
  /** Unknown facts may make the object correct, for example whether two folders are for one hub. The effect is then the milder one. */
  readonly open?: boolean;
  /** JSON pointer into the object. */
  readonly pointer: string;
  /** Absent for findings about a file or a suppression. */
  readonly object?: ObjectRef;
  /** The clusters with the fault, if only some have it and they are known. */
  readonly clusters?: readonly string[];
  readonly related: readonly RelatedPlace[];
  /** Only with a base. */
  readonly state?: 'new' | 'unchanged' | 'fixed';
  /** Only with a base: the change edits a line of the finding. */
  readonly touched?: boolean;
  /**
   * Source lines of the finding, starting at `line`: at most three, with 200 characters each. Absent for confidential documents, if there
   * is no such text, and after the first 5,000 findings.
   */
  readonly excerpt?: readonly string[];
  /** Present if a kustomization or chart generates the object. */
  readonly rendered?: Rendered;
  readonly suppressed?: { readonly reason: string; readonly until?: string };
}

/** A finding with internal fields that reports do not contain. */
export interface FixableFinding extends Finding {
  /** The edit that `--fix` makes. */
  readonly fix?: FileFix;
  /** The message without cluster names and places of other objects. It identifies the same finding in another tree. */
  readonly lastingMessage?: string;
  /** The clusters on which it holds, also if that is all of them; absent if they are not known, or if it does not depend on clusters. */
  readonly holdsOn?: readonly string[];
}

/** The edit of a file that corrects a fault. */
export interface FileFix {
  readonly file: string;
  /** Index of the document among the non-empty documents of its file, from 0. */
  readonly documentIndex: number;
  /** The edit, with pointers into the document. */
  readonly fix: Fix;
  /** The scalar or field name that the edit replaces; absent if it adds one. */
  readonly old?: string;
}

export interface RelatedPlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** The source of a rendered object. */
export interface Rendered {
  /** The overlays or charts that have the fault. */
  readonly overlays: readonly string[];
  /** The command that prints the object. */
  readonly command: string;
  /** Text of the rendered object, if no file of the tree contains exactly that text. */
  readonly quote?: string;
}

/** Input that was read but not checked. Reports list it and never treat it as passed. */
export interface NotEvaluated {
  readonly file: string;
  readonly line: number;
  readonly reason: string;
  /** The object, if exactly one is known. */
  readonly object?: ObjectRef;
  /** Its overlays or charts, whether rendered or not; absent if none is known. */
  readonly rendered?: Pick<Rendered, 'overlays'>;
  /** The missing fact. If it is given, the input is checked completely. */
  readonly missing?: 'clusters';
  /** Only with a base. */
  readonly state?: 'new' | 'unchanged';
  /** A KubeFleet object whose final content is unknown, so it cannot be reported as passed. */
  readonly fleetObject?: boolean;
}

/** An object that the change needs and that is not in the files. Whether it exists on the clusters is not known. */
export interface Assumption {
  readonly kind: string;
  /** Absent for cluster-scoped objects. */
  readonly namespace?: string;
  /** Empty if a placement selects objects of the kind by labels, or all of them. */
  readonly name: string;
  /** The labels by which a placement selects, as kubectl writes them (`team=shop`); empty if it selects all objects of the kind. */
  readonly selector?: string;
  /** The needed entry of the object. */
  readonly key?: string;
  /** The objects that need it, in file order. */
  readonly neededBy: readonly ObjectRef[];
  /** The clusters that need it, ordered by name; empty if they are not known. */
  readonly clusters: readonly string[];
  /** What is known about it, as the end of a sentence: "it is not in these files". */
  readonly because: string;
  /** Only with a base. */
  readonly state?: 'new' | 'unchanged';
}
