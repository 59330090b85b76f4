import type { NotEvaluated, SourceRange } from '../../../finding.ts';
import type { ObjectRef } from '../../../fleet/kubernetes/object.ts';
import { LineIndex } from '../../../yaml/lines.ts';
import type { Manifest } from '../../world/manifest.ts';
import { UNRESOLVED } from '../placeholders/conflict-markers.ts';
import { noObject } from '../../../yaml/no-object.ts';
import { isKustomization } from '../kustomize/kustomization.ts';
import type { OtherDocument, ReadProblem } from '../read-result.ts';

/** What is found in one file, in the order of its text. */
export class ParsedFile {
  readonly manifests: Manifest[] = [];
  readonly problems: ReadProblem[] = [];
  readonly notEvaluated: NotEvaluated[] = [];
  readonly others: OtherDocument[] = [];
  /** See `ReadResult.unseen`. */
  readonly unseen = new Map<NotEvaluated, string>();
  readonly file: string;
  readonly text: string;

  constructor(text: string, file: string) {
    this.text = text;
    this.file = file;
  }

  /** @param isFleet whether it is, or may make, an object of KubeFleet */
  leave(line: number, reason: string, isFleet: boolean, object?: ObjectRef): void {
    const { file } = this;
    this.notEvaluated.push({ file, line, reason, ...(object === undefined ? {} : { object }), ...(isFleet ? { fleetObject: true } : {}) });
  }

  /** What is probably a manifest, and so may be content of a placement: see `withUnreadNearFleet`. */
  leaveUnseen(line: number, reason: string, isFleet: boolean, text: string): void {
    this.leave(line, reason, isFleet);
    const entry = this.notEvaluated.at(-1);
    if (entry !== undefined) this.unseen.set(entry, text);
  }

  /** A document that is ignored, because it may be of another program. */
  ignore(line: number, value: unknown): void {
    const { file } = this;
    if (isKustomization(file)) return;
    this.others.push({ file, line, says: noObject(value)?.says ?? 'has no metadata, and kubectl refuses it' });
  }

  addFault(place: Omit<SourceRange, 'file'>, fault: Pick<ReadProblem, 'message' | 'remedy' | 'effect' | 'unlessPatch'>): void {
    this.problems.push({ rule: 'yaml-syntax', ...place, file: this.file, ...fault, related: [] });
  }

  /** @param offset of the first marker, in the whole text */
  addConflict(offset: number): void {
    let end = offset;
    while (this.text[end] === this.text[offset]) end += 1;
    this.addFault(new LineIndex(this.text).range(offset, end), { message: UNRESOLVED.message, remedy: UNRESOLVED.remedy });
  }
}
