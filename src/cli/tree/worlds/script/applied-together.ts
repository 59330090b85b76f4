import type { GivenNamespace } from '../../../../static/read/render/namespaces-of-overlays.ts';
import type { CertainPlace, ClusterName } from '../../../../static/world/hub-world.ts';
import type { AppliedPlace } from './applied-place.ts';
import type { EditByCommand } from './edits-by-command.ts';
import type { DeletedTogether } from './deletions-of-script.ts';

/** What a script applies to one hub. */
export interface AppliedTogether {
  /** Folders and files from the top of the repository, and patterns of files; with a slash at their end, of folders. */
  readonly places: readonly string[];
  /** The same, and patterns of folders, which a loop deploys one after another. Each may be for its own hub. */
  readonly oneByOne?: readonly string[];
  /** The same, which a loop deploys one after another to this hub. */
  readonly looped?: readonly string[];
  /** Its commands of helm: the chart and the files of values, as `places`. */
  readonly charts?: readonly { readonly chart: string; readonly values: readonly string[] }[];
  /** Absent if the script does not name the cluster, or names it with a variable. */
  readonly cluster?: ClusterName;
  /** The same for commands that certainly lead to one cluster; absent if the script does not choose it. */
  readonly login?: string;
  /** The script chooses a cluster at some place. */
  readonly logsIn?: boolean;
  /** What it starts for this hub, as `startedBy`, in order. */
  readonly starts?: readonly string[];
  /** What starts all of it; absent for a file that starts no commands. */
  readonly unit?: StartedUnit;
  /** It applies the whole folder in which it starts, with all folders below. */
  readonly isWhole?: boolean;
  /** The namespaces that its commands give to objects without one. */
  readonly namespaces?: readonly GivenNamespace[];
  /** Folders whose files kubectl applies as they are, without their kustomization. */
  readonly asFiles?: ReadonlyMap<string, AsFiles>;
  /** All of it, place by place, also patterns and the top folder. Not what is for a cluster that the script creates for a test. */
  readonly applied?: readonly AppliedPlace[];
  /** What `kubectl delete` and `kubectl replace --force` are given. */
  readonly deleted?: readonly DeletedTogether[];
  /** Patterns of the places of which a command takes one, see `choosingPath`. */
  readonly choosing?: readonly string[];
  /** Files that `kubectl patch --patch-file` is given, as `places`. */
  readonly patchFiles?: readonly string[];
  /** What its commands change without a manifest. */
  readonly edits?: readonly EditByCommand[];
  /** The paths of it that kubectl is given by name, without those that a command writes. */
  readonly named?: readonly string[];
  /** The folders of it that only `kubectl apply -k` is given. */
  readonly kustomized?: readonly string[];
  /** Places of it that are certainly applied to one hub, in lists. */
  readonly certain?: readonly (readonly CertainPlace[])[];
  /**
   * The kustomizations that it builds, whatever it does with them, as `places`. If the start of a path is not known, as in a container, the rest
   * has a slash before it.
   */
  readonly built?: readonly string[];
  /** Those of them that may list files beside their folder. */
  readonly unrestricted?: readonly string[];
  /** It also applies something that is not known. If it applies nothing else, it has no place. */
  readonly isOpen?: boolean;
}

/** What is started at once: a job, a script, a target of make. */
export interface StartedUnit {
  /** No other one has it. */
  readonly id: string;
  /** What others start if they start it, as `startedBy`. */
  readonly names: readonly string[];
  /** It is a job of a pipeline. */
  readonly isOfPipeline: boolean;
}

export interface AsFiles {
  /** It applies the folders below as well. */
  readonly isRecursive: boolean;
  /** The pattern of the files, from the top of the repository, if it does not apply all of them. */
  readonly pattern?: string;
}
