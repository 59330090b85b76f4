import type { ReadResult } from '../read-result.ts';
import type { Program } from '../../../programs/find-program.ts';
import type { RenderTool } from './overlay.ts';
import type { Refusal } from './refusal.ts';
import type { RepositoryFiles } from './repository-files.ts';
import type { ProgramResult } from '../../../programs/run-program.ts';

/** What one overlay is rendered with. */
export interface Workplace {
  readonly repository: RepositoryFiles;
  /** What is installed, or why a tool is not to be had. */
  readonly programs: Readonly<Record<RenderTool, Program | string>>;
  /** Real path of an empty folder of its own. */
  readonly folder: string;
  run(program: Program, args: readonly string[]): Promise<ProgramResult>;
}

/** What rendering an overlay ended in. `files` are those it is made from, as far as they are known. */
export type Rendering =
  | { readonly kind: 'rendered'; readonly read: ReadResult; readonly files: ReadonlySet<string> }
  | {
      readonly kind: 'unrendered';
      readonly why: Refusal;
      /**
       * `refused`: the tree asks for something that is not done here. `unavailable`: there is no tool, or none is wanted. `failed`: the tool was
       * started and gave nothing that could be deployed.
       */
      readonly because: 'refused' | 'unavailable' | 'failed';
      readonly files: ReadonlySet<string>;
    };

export type Unrendered = Extract<Rendering, { readonly kind: 'unrendered' }>;
