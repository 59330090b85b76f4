import type { GivenNamespace } from '../../../../static/read/render/namespaces-of-overlays.ts';
import type { CertainPlace, ClusterName } from '../../../../static/world/hub-world.ts';
import type { AppliedPlace } from './applied-place.ts';
import type { AppliedTogether, AsFiles } from './applied-together.ts';

/** Collects what the commands of a script apply to one hub. The fields are those of `AppliedTogether`. */
export class AppliedToHub {
  readonly cluster: ClusterName | undefined;
  readonly places = new Set<string>();
  readonly oneByOne = new Set<string>();
  readonly looped = new Set<string>();
  readonly charts: { readonly chart: string; readonly values: readonly string[] }[] = [];
  readonly namespaces: GivenNamespace[] = [];
  readonly asFiles = new Map<string, AsFiles>();
  readonly applied: AppliedPlace[] = [];
  readonly named = new Set<string>();
  readonly kustomized = new Set<string>();
  readonly choosing = new Set<string>();
  isWhole = false;
  isOpen = false;
  readonly #certain = new Map<string, CertainPlace[]>();

  constructor(cluster: ClusterName | undefined) {
    this.cluster = cluster;
  }

  /** @param run what only commands that are certainly for one hub have in common */
  addCertain(run: string, place: CertainPlace): void {
    const together = this.#certain.get(run) ?? [];
    this.#certain.set(run, together);
    together.push(place);
  }

  /** All files of a folder are more than those of a pattern. */
  addAsFiles(folder: string, { isRecursive, pattern }: AsFiles): void {
    const known = this.asFiles.get(folder);
    const isWhole = pattern === undefined || (known !== undefined && known.pattern === undefined);
    this.asFiles.set(folder, { isRecursive: isRecursive || known?.isRecursive === true, ...(isWhole ? {} : { pattern }) });
  }

  collected(): AppliedTogether {
    const { cluster, charts, oneByOne, looped, asFiles, isWhole, isOpen, namespaces, applied } = this;
    return {
      places: [...this.places],
      ...(charts.length === 0 ? {} : { charts }),
      ...(oneByOne.size === 0 ? {} : { oneByOne: [...oneByOne] }),
      ...(looped.size === 0 ? {} : { looped: [...looped] }),
      ...(cluster === undefined ? {} : { cluster }),
      isWhole,
      namespaces,
      ...(asFiles.size === 0 ? {} : { asFiles }),
      applied,
      named: [...this.named],
      kustomized: [...this.kustomized].filter((folder) => !asFiles.has(folder)),
      ...(this.choosing.size === 0 ? {} : { choosing: [...this.choosing] }),
      ...(this.#certain.size === 0 ? {} : { certain: [...this.#certain.values()] }),
      isOpen,
    };
  }
}
