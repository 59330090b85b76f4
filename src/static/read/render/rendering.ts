import type { ReadResult } from '../read-result.ts';
import type { DataElsewhere } from './data-elsewhere.ts';
import type { Program } from '../../../programs/find-program.ts';
import type { RenderTool } from './overlay.ts';
import type { Refusal } from './refusal.ts';
import type { RepositoryFiles } from './repository-files.ts';
import type { FleetTemplate } from './charts/fleet-template.ts';
import type { UndecidedContent } from './charts/undecided-content.ts';
import type { ValueNames } from './charts/values-for-fleet.ts';
import type { ProgramResult } from '../../../programs/run-program.ts';

/** The inputs for rendering one overlay. */
export interface Workplace {
  readonly repository: RepositoryFiles;
  /** The installed programs, or why a tool is not available. */
  readonly programs: Readonly<Record<RenderTool, Program | string>>;
  /** Real path of an empty folder of its own. */
  readonly folder: string;
  /** For a chart: the files of values with which its other releases are rendered. */
  readonly otherReleases: ReadonlySet<string>;
  run(program: Program, args: readonly string[]): Promise<ProgramResult>;
}

/** The result of rendering an overlay. `files` are its source files, as far as they are known. */
export type Rendering = {
  readonly elsewhere?: readonly DataElsewhere[];
  /** For a chart: the other files that its templates read. */
  readonly data?: readonly string[];
} & (
  | {
      readonly kind: 'rendered';
      readonly read: ReadResult;
      readonly files: ReadonlySet<string>;
      /** For a chart: the values that decide about its KubeFleet objects. */
      readonly forFleet?: ValueNames;
      /** For a chart: its templates with KubeFleet objects. */
      readonly fleetTemplates?: readonly FleetTemplate[];
      /** For a chart: conditions of its templates that the rendering cannot decide. */
      readonly undecided?: readonly UndecidedContent[];
    }
  | {
      readonly kind: 'unrendered';
      /** The installed program that builds kustomizations, if there is one. */
      readonly program?: string;
      readonly why: Refusal;
      /**
       * `refused`: the tree requests something that is not allowed here. `unavailable`: there is no tool, or rendering is disabled.
       * `failed`: the tool was started and did not print objects that could be deployed.
       */
      readonly because: 'refused' | 'unavailable' | 'failed';
      readonly files: ReadonlySet<string>;
    }
);

export type Unrendered = Extract<Rendering, { readonly kind: 'unrendered' }>;
