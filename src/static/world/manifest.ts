import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import type { SourceRange } from '../../finding.ts';

/** One Kubernetes object of a file, with the way back to its text. Items of a List are manifests of their own. */
export interface Manifest {
  readonly file: string;
  /** Position of the document in its file, from 0. */
  readonly documentIndex: number;
  readonly object: KubeObject;
  /** `metadata.namespace`, or what the kustomization.yaml that lists this file sets; `undefined` when neither does. */
  readonly namespace: string | undefined;
  /**
   * Where a JSON pointer of the object stands. `key` gives the range of the key, `value` (default) that of the value;
   * a pointer that is not in the text gives its nearest ancestor that is.
   */
  locate(pointer: string, part?: 'key' | 'value'): SourceRange;
  /** Pointers whose text holds an unexpanded variable or placeholder: their values are not what the hub will see. */
  readonly unresolved: readonly string[];
  /** `Kind/name` of what a kustomization generates beside it, which gets another name once that is rendered; absent if nothing is. */
  readonly generated?: ReadonlySet<string>;
  /** Where the object stands in its document, as a JSON pointer, of a file that somebody wrote; absent for what a tool made of files. */
  readonly inDocument?: string;
  /** The overlay or chart it is deployed by; absent if none holds it, and if several do. */
  readonly overlay?: string;
  /** The hub that a deployer of the repository brings it to, see `HubWorld`; absent if nothing says it. */
  readonly world?: string;
  /** It is no manifest: only the hub has it, and it stands in no file. */
  readonly onHub?: true;
  /** Of an object that kustomize or helm made: what prints it, and what it says at a pointer if no file of the tree says that. */
  readonly rendered?: { readonly command: string; quote(pointer: string): string | undefined };
}

/** Where a manifest begins. Of thousands this is asked if nothing else of their texts is. */
export function startOf(manifest: Manifest): { readonly file: string; readonly line: number } {
  return manifest.locate('');
}

/** The folder of a manifest's file, or of its overlay, with its slash. Folders of one tree may be for different hubs (`env/dev`, `env/prod`). */
export function folderOf({ file, overlay }: Pick<Manifest, 'file' | 'overlay'>): string {
  if (overlay !== undefined) return overlay === '.' ? '' : `${overlay}/`;
  return file.slice(0, file.lastIndexOf('/') + 1);
}
