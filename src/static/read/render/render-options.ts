import type { MangledContent } from '../files/mangled-content.ts';
import type { LoadedConfig } from '../../../config.ts';
import type { RepositoryFacts } from '../files/repository-facts.ts';
import type { OutsideCommand } from '../deployers/deployed-from-outside.ts';
import type { OwnRepository } from '../deployers/source-urls.ts';
import type { TakenFiles } from '../taken-files.ts';
import type { Manifest } from '../../world/manifest.ts';
import type { HelmCommand } from './charts/helm-command.ts';
import type { AppliedAsFiles, GivenNamespace } from './namespaces-of-overlays.ts';
import type { RenderTool } from './overlay.ts';

/** An entry of `render` in the configuration. Its paths are relative to the working directory; it has its place in the configuration. */
export type RenderEntry = NonNullable<LoadedConfig['render']>[number];

/** Whether and how kustomizations and charts are rendered. */
export interface RenderOptions {
  /** `auto`: every kustomization and chart that is not part of another one. */
  readonly what: 'auto' | 'off' | readonly RenderEntry[];
  /** What no entry lists is rendered as with `auto`. */
  readonly rendersOthers?: boolean;
  /** Why nothing is rendered, in words that end no sentence. */
  readonly whyOff?: string;
  /** Render only with this tool; `by` is the setting that requests it. */
  readonly only?: { readonly tool: RenderTool; readonly by: string };
  /** `auto` renders no kustomization if nothing in the tree can be an object of KubeFleet. */
  readonly onlyIfFleet?: boolean;
  /** The environment of this process, to find programs. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What git knows about missing files. */
  readonly repository?: RepositoryFacts | undefined;
  /** No file outside it is read; default: the repository of each overlay. */
  readonly root?: string;
  /**
   * Folders that are deployed on their own, by name: a workflow says so, or they were in the base. They are checked even if the change
   * makes them a base of another overlay.
   */
  readonly deployed?: readonly string[];
  /** Folders in which a command lets kustomize read files beside the folder, by name. */
  readonly unrestricted?: readonly string[];
  /** Objects of Flux and Argo CD, and their sources, that are not among the files and may deploy them. */
  readonly deployersOutside?: readonly Manifest[];
  /** Commands of scripts and pipelines that give values to a chart. */
  readonly helmCommands?: readonly HelmCommand[];
  /** Which URLs are those of this repository; default: none is known. */
  readonly own?: OwnRepository;
  /** URLs besides that are taken for it, because of the base, if a path from there is a mistake. */
  readonly ours?: ReadonlySet<string>;
  /** What the change makes deployers take. */
  readonly moved?: MovedTo;
  /** The namespaces that scripts and pipelines give to objects without one. */
  readonly namespaces?: readonly GivenNamespace[];
  /** Folders whose files scripts and pipelines apply as they are, without a kustomization in them. */
  readonly appliedAsFiles?: readonly AppliedAsFiles[];
  /** Commands of scripts and pipelines that deploy something from an address. */
  readonly outside?: readonly OutsideCommand[];
  /** Files of Jsonnet below the paths, by name. */
  readonly jsonnet?: readonly string[];
  /** Symbolic links, by name. */
  readonly links?: ReadonlySet<string>;
  /** What has a name that is not valid UTF-8. */
  readonly mangled?: readonly MangledContent[];
  /** Files that a kustomization or chart of the change uses, in folders that were checked as they are at the base. */
  readonly asFiles?: TakenFiles;
  /** The entries are of another state of the tree, and may name what this one does not have. */
  readonly isBase?: boolean;
  readonly limits?: RenderLimits;
}

/** Repositories and versions that a change makes deployers take. */
export interface MovedTo {
  /** Each `repositoryAddress`; none of them is this repository. */
  readonly addresses: ReadonlySet<string>;
  /** Each `versionId`. */
  readonly versions: ReadonlySet<string>;
}

export interface RenderLimits {
  /** Milliseconds for one run of a tool, and for all runs together. */
  readonly timeout: number;
  readonly total: number;
  /** Bytes that one run may print. */
  readonly maxOutput: number;
  /** Bytes of memory that one run may use. */
  readonly maxMemory: number;
}

/** Without a memory limit, helm 3.19 takes 3.2 GB for a template with `until 100000000`. */
export const RENDER_LIMITS: RenderLimits = {
  timeout: 60_000,
  total: 300_000,
  maxOutput: 32 * 1024 * 1024,
  maxMemory: 2 * 1024 ** 3,
};
