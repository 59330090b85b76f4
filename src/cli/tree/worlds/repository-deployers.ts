import type { OutsideCommand } from '../../../static/read/deployers/deployed-from-outside.ts';
import type { OwnRepository } from '../../../static/read/deployers/source-urls.ts';
import type { HelmCommand } from '../../../static/read/render/charts/helm-command.ts';
import type { AppliedAsFiles, GivenNamespace } from '../../../static/read/render/namespaces-of-overlays.ts';
import type { HubWorld } from '../../../static/world/hub-world.ts';
import type { FolderWithoutFiles } from './folder-without-files.ts';
import type { MissingPlace } from './missing-place.ts';
import type { EditByCommand } from './script/edits-by-command.ts';
import type { AppliedPlace } from './script/applied-place.ts';

/** What the pipelines, the scripts and the code of infrastructure of the repository deploy. */
export interface RepositoryDeployers {
  /** What each brings to one hub, named by its file. */
  readonly worlds: readonly HubWorld[];
  /** The files that deploy something in a way that is not read. */
  readonly unread: readonly string[];
  /** Files that they name, whichever hub they are for. */
  readonly files: readonly string[];
  /** The patterns by which they name files and folders, from the top of the repository. */
  readonly patterns: readonly string[];
  /** Their commands that give values to a chart. */
  readonly helmCommands: readonly HelmCommand[];
  /** The namespaces that they give to objects without one. Places are as file names are. */
  readonly namespaces: readonly GivenNamespace[];
  /** One of them applies the whole repository to one hub. */
  readonly isWhole: boolean;
  /** What they deploy from addresses. */
  readonly outside: readonly OutsideCommand[];
  readonly own: OwnRepository;
  /** Folders that Skaffold, Task and just deploy, and that commands build, whichever hub they are for. */
  readonly folders: readonly string[];
  /** Those of them in which kustomize may read files beside the folder. */
  readonly unrestricted: readonly string[];
  /** Folders whose files a step applies as they are, without their kustomization, and the file of the step. */
  readonly asFiles: readonly AppliedAsFiles[];
  /** All that they apply, as names of files. */
  readonly applied: readonly AppliedPlace[];
  /** What a step deletes with `kubectl delete -f` or `-k`, and the file of the step. */
  readonly deleted: readonly DeletedPlace[];
  /** Files that a command gives to `kubectl patch --patch-file`, by name. */
  readonly patchFiles: readonly string[];
  /** What their commands change without a manifest, and the file of each. */
  readonly edits: readonly (EditByCommand & { readonly by: string })[];
  /** Files with the pod in which Jenkins runs a pipeline, by name. */
  readonly agentPods: readonly string[];
  /** The places of each command that takes one of them at a time, by name. */
  readonly choices: readonly (readonly string[])[];
  /** The paths among them that are not there. Files that a step makes may have anything. */
  readonly missing: readonly MissingPlace[];
  readonly withoutFiles: readonly FolderWithoutFiles[];
  /** They may apply more than that. */
  readonly isOpen: boolean;
}

export interface DeletedPlace extends AppliedPlace {
  readonly by: string;
  /** What the same script applies behind it. */
  readonly again: readonly AppliedPlace[];
}
