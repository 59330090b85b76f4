import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import type { SourceRange } from '../../finding.ts';

/** A Kubernetes object of a file, with the positions of its text. Items of a List are manifests of their own. */
export interface Manifest {
  readonly file: string;
  /** Position of the document in its file, from 0. */
  readonly documentIndex: number;
  readonly object: KubeObject;
  /** `metadata.namespace`, or the namespace that the kustomization.yaml with this file sets; `undefined` if there is neither. */
  readonly namespace: string | undefined;
  /**
   * The position of a JSON pointer. `key` returns the range of the key, `value` (default) that of the value; for a missing field, the
   * nearest existing parent.
   */
  locate(pointer: string, part?: 'key' | 'value'): SourceRange;
  /** Pointers to texts with a variable or placeholder that is not expanded: the hub will have other values. */
  readonly unresolved: readonly string[];
  /**
   * `Kind/name` of the objects that a kustomization generates with it, which get other names when it is rendered; absent if there are none.
   */
  readonly generated?: ReadonlySet<string>;
  /** The JSON pointer of the object in its document, for a file that a person wrote; absent for rendered objects. */
  readonly inDocument?: string;
  /** The list that it is an item of, unless kubectl certainly takes a list of that type, or does not read the list. */
  readonly list?: ListType | undefined;
  /** The overlay or chart that deploys it; absent if there is none, or if there are several. */
  readonly overlay?: string;
  /** The hub to which a deployer of the repository brings it, see `HubWorld`; absent if it is not known. */
  readonly world?: string;
  /** The worlds to which several deployers bring it, for `SHARED_WORLD`; absent if they are not known. */
  readonly sharedBy?: ReadonlySet<string>;
  /**
   * The deliveries of Flux and Argo CD that bring it as it is here, by `HubWorld.deliveries`; absent if all that bring its place do. Those of other
   * hubs bring it with other settings, which makes a manifest each.
   */
  readonly broughtBy?: ReadonlySet<string>;
  /** All deliveries that bring this object, in its namespace and of its release, by `deliveryId`; absent if none is known to bring its place. */
  readonly bringers?: ReadonlySet<string>;
  /** The place of it of which a command takes one of several, by a name of the choice; absent for none. */
  readonly chosen?: ReadonlyMap<string, string>;
  /** For an object with only a `generateName`: whether a step that takes its file also creates those; absent if no step takes it. */
  readonly isCreated?: boolean;
  /** Only of a base: a deployer of the change no longer brings it to this world, and others still bring it to theirs. */
  readonly isLost?: true;
  /**
   * The deployers of the repository that change its content in a way that is not known here, with these changes as text; absent for none.
   */
  readonly changedBy?: readonly { readonly file: string; readonly changes: string }[];
  /**
   * For an object that may be a hook (`hookRunsOf`), of a chart or of what Argo CD deploys: what runs the hooks there, and `open` if that is not
   * known; absent if nothing does.
   */
  readonly hookOf?: HookRunner | 'open';
  /** It is not a manifest: only the hub has the object, and no file. */
  readonly onHub?: true;
  /** For an object into which Flux puts values of variables: where, the command that prints it, and the text at a pointer. */
  readonly substituted?: { readonly at: ReadonlySet<string>; readonly command: string; quote(pointer: string): string | undefined };
  /**
   * For an object that kustomize or helm rendered: the command that prints it, the text at a pointer if no file of the tree has it, and for
   * kustomize the texts of the files that it read, by name.
   */
  readonly rendered?: {
    readonly command: string;
    quote(pointer: string): string | undefined;
    readonly sources?: ReadonlyMap<string, string>;
    readonly change?: Change;
  };
}

/** A program that runs hooks and waits for them. */
export type HookRunner = 'helm' | 'Argo CD';

/** The type of a list, which kubectl looks up before it takes the items. */
export interface ListType {
  readonly apiVersion: string;
  readonly kind: string;
  /** As that of a manifest. */
  locate(pointer: string): SourceRange;
}

/** How an overlay changes an object. */
export interface Change {
  /** The object as its file has it. */
  readonly source: KubeObject;
  /** The place that changes a field of the mapping at a pointer; `undefined` if nothing does. */
  locate(mapping: string): SourceRange | undefined;
}

/** The first position of a manifest, without computing the others. */
export function startOf(manifest: Manifest): { readonly file: string; readonly line: number } {
  return manifest.locate('');
}

/**
 * The folder of a manifest's file, or of its overlay, with its slash. Folders of one tree may be for different hubs (`env/dev`,
 * `env/prod`).
 */
export function folderOf({ file, overlay }: Pick<Manifest, 'file' | 'overlay'>): string {
  if (overlay !== undefined) return overlay === '.' ? '' : `${overlay}/`;
  return file.slice(0, file.lastIndexOf('/') + 1);
}

/** Whether one is in the folder of the other or below it. Folders beside each other may be for different hubs. */
export function areTogether(one: Manifest, other: Manifest): boolean {
  const [a, b] = [folderOf(one), folderOf(other)];
  return a.startsWith(b) || b.startsWith(a);
}
