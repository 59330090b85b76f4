import type { NotEvaluated, SourceRange } from '../../../finding.ts';
import type { ObjectRef } from '../../../fleet/kubernetes/object.ts';
import { LineIndex } from '../../../yaml/lines.ts';
import type { Manifest } from '../../world/manifest.ts';
import { UNRESOLVED } from '../placeholders/conflict-markers.ts';
import type { ReadProblem } from '../read-result.ts';

/** What is found in one file, in the order of its text. */
export class ParsedFile {
  readonly manifests: Manifest[] = [];
  readonly problems: ReadProblem[] = [];
  readonly notEvaluated: NotEvaluated[] = [];
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
