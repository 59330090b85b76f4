import type { NotEvaluated, RelatedPlace, SourceRange } from '../../finding.ts';
import type { HubWorld } from '../world/hub-world.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import type { Manifest } from '../world/manifest.ts';
import type { GitContent } from './deployers/application-sets/generated-parameters.ts';
import type { MistypedPaths } from './deployers/mistyped-paths.ts';
import type { Delivery } from './deployers/delivery.ts';
import type { DeliveredVersion } from './deployers/delivered-versions.ts';
import type { UnsearchedFile } from './files/unsearched-files.ts';
import type { UnlistedChart } from './deployers/charts/unlisted-chart.ts';
import type { VersionedChart } from './deployers/charts/versioned-chart.ts';
import type { SourceUrls } from './deployers/source-urls.ts';
import type { FleetTemplate } from './render/charts/fleet-template.ts';
import type { ValuesOfCharts } from './render/charts/values-of-charts.ts';
import type { Comment } from '../suppress/suppress.ts';

/** The result of reading: the manifests, and the faults of the text itself. */
export interface ReadResult {
  /** Files that were opened, including standard input. */
  readonly files: number;
  /** Documents that are not empty, readable or not. */
  readonly documents: number;
  readonly manifests: readonly Manifest[];
  readonly problems: readonly ReadProblem[];
  readonly notEvaluated: readonly NotEvaluated[];
  /** Documents that are not objects and that may be files of other programs, such as the values of a chart. */
  readonly others?: readonly OtherDocument[];
  /** Only of one file: the entries about documents that are meant as manifests and that kubectl may read as something else, with their texts. */
  readonly unseen?: ReadonlyMap<NotEvaluated, string>;
  /** The comments of files that contain a suppression; a `#` inside a scalar is not a comment. */
  readonly comments: readonly Comment[];
  /** The texts of files that contain manifests or are meant to, by file name. */
  readonly texts?: ReadonlyMap<string, string>;
  /** The files of entries about folders that are not searched, by the file of the entry. */
  readonly unsearched?: ReadonlyMap<string, readonly UnsearchedFile[]>;
  /** What kustomizations and charts do with the files. */
  readonly built?: BuiltTree;
  /** Templates of charts with KubeFleet objects. `ofValues`: only values that are known here decide. */
  readonly fleetTemplates?: readonly FleetTemplate[];
  /** Kustomizations were not rendered, because nothing in the tree can be an object of KubeFleet. */
  readonly isWithoutFleet?: true;
  /** What deployers of the repository bring to one hub each. */
  readonly worlds?: readonly HubWorld[];
  /** The names of those that only the base has, by which its head is divided; absent for none. */
  readonly worldsOfBase?: ReadonlySet<string>;
  /** What the deployers of this tree bring. `worlds` of a base has the pipelines and scripts by which its head is divided. */
  readonly deployers?: readonly HubWorld[];
  /** Of a base: folders that its head deploys and that it had only as a part of other kustomizations or charts. */
  readonly wereParts?: readonly string[];
  /** What Flux and Argo CD bring, also where the configuration names the hub. */
  readonly delivered?: readonly HubWorld[];
  /** Paths of Flux and Argo CD that are not there, and that were taken for similar ones. */
  readonly mistyped?: MistypedPaths;
  readonly hasNoFolder?: GitContent['hasNoFolder'];
  /** Files of the repository that deploy something in a way that is not read. */
  readonly unreadDeployers?: readonly string[];
  /** Objects that no deploy step gives a known namespace, if a placement selects namespaces. */
  readonly withoutNamespace?: readonly Manifest[];
  /** What deployers bring from outside of the tree, until it is judged by `withFilledFromOutside`. */
  readonly outside?: readonly OutsideDeployment[];
  /** What of that a placement selects, or may. */
  readonly filled?: readonly FilledByDeployer[];
  /** The repositories of its sources and deployers. */
  readonly sourceUrls?: ReadonlyMap<string, SourceUrls>;
  /** What its deployers take of their sources. */
  readonly versions?: () => readonly DeliveredVersion[];
  /** Charts that Flux deploys by their versions. */
  readonly versionedCharts?: readonly VersionedChart[];
  /** Charts that were rendered without the values of a deployer. */
  readonly unlistedCharts?: readonly UnlistedChart[];
  /** The names of the charts that HelmReleases of Flux take from this repository, by the paths of their deliveries; absent for none. */
  readonly chartNames?: ReadonlyMap<string, string>;
  /** What its deployers give to its charts; absent if it has none. */
  readonly valuesOfCharts?: ValuesOfCharts;
  /** Sentences about how the tree was read. */
  readonly notes?: readonly string[];
}

/** A document that kubectl refuses, and that is not reported, because other programs have such files. */
export interface OtherDocument {
  readonly file: string;
  readonly line: number;
  /** The end of a sentence: "has no kind, and kubectl refuses it". */
  readonly says: string;
}

/** Something that a deployer, or a command of a script, brings from a source that is not among the files. */
export interface OutsideDeployment {
  /** How a note calls the deployer. */
  readonly name: string;
  readonly file: string;
  readonly line: number;
  /** The deployer; absent for a command. */
  readonly by?: Manifest;
  /** The namespaces on the own cluster of the deployer that it fills, as far as they are known. */
  readonly namespaces: readonly string[];
  /** Those of its files that are here and not read, because they are Jsonnet; absent for a source that is not here. */
  readonly jsonnet?: readonly string[];
  /** The objects in it; absent if it has none, and a note names it. */
  readonly holds?: readonly HeldObject[];
}

/** A deployer that brings what is not read to where a placement selects it. */
export interface FilledByDeployer {
  readonly by: Manifest;
  /** Behind "It": "deploys into namespace shop". */
  readonly does: string;
  /** Its files are here, and are not read. */
  readonly isHere?: true;
}

/** An object within an object of another project, which a controller creates. */
export interface HeldObject {
  /** Absent for a template, which may make any. */
  readonly object?: KubeObject;
  readonly namespace: string | undefined;
  /** The field, as reports name it. */
  readonly place: string;
}

export interface BuiltTree {
  /** Directories with kustomizations that were read as they are built. */
  readonly roots: ReadonlySet<string>;
  /** Directories with kustomizations that were read only as a base of others. */
  readonly bases: ReadonlySet<string>;
  /** Directories with kustomizations or charts that were read by themselves. */
  readonly whole: ReadonlySet<string>;
  /** Those that were read only as a part of others: bases, components and subcharts. */
  readonly parts: ReadonlySet<string>;
  /** Both of these. */
  readonly folders: ReadonlySet<string>;
  /** Kustomizations that were not parsed, so that it is not known what they use. */
  unparsed(): readonly string[];
  /** The files that kustomizations and charts use; absent if not all are known. */
  readonly used?: ReadonlySet<string>;
  /** The names of the overlays that use a file, rendered or not. */
  users(file: string): readonly string[];
  /** The folder of a component that lists a file or names it as a patch, whether or not an overlay uses the component. */
  componentOf(file: string): string | undefined;
  /** The folders around a file that Flux or Argo CD deploys as what it builds. @param isMeant leaves out other deployers */
  deliveredBy(file: string, isMeant?: (delivery: Delivery) => boolean): readonly string[];
  /** All of Flux and Argo CD; for a file or a folder, those around it that take it. */
  deliveries(place?: string): readonly Delivery[];
  /** Symbolic links, by name. */
  readonly links?: ReadonlySet<string>;
  /** See `overlayOfDelivery`. */
  overlayOf(delivery: Delivery): string;
  /**
   * Whether a deployer that brings the chart of a release may bring this one: no other values are known to be all that it gets.
   * @param by only this delivery, or with `others` only what is not of Flux or Argo CD
   */
  mayBring(release: string, by?: Delivery | 'others'): boolean;
  /** Whether it is known which folders Flux and Argo CD deploy. */
  readonly areDeliveriesKnown: boolean;
}

/** A fault of the text: invalid YAML, a metadata that the decoder refuses, or a duplicate key. */
export interface ReadProblem extends SourceRange {
  readonly rule: 'yaml-syntax' | 'duplicate-key';
  readonly message: string;
  /** The remedy for this case, if it is better than the general one. */
  readonly remedy?: string;
  /** The effect of this case, if it is less severe than the general one. */
  readonly effect?: 'fails' | 'misbehaves';
  readonly related: readonly RelatedPlace[];
  /** It is none in a file that is only a patch of a kustomization. */
  readonly unlessPatch?: true;
}

export const NOTHING_READ: ReadResult = { files: 0, documents: 0, manifests: [], problems: [], notEvaluated: [], comments: [] };

export function joinResults(results: Iterable<ReadResult>): ReadResult {
  const joined = new JoinedResult();
  for (const result of results) joined.add(result);
  return joined;
}

/** Joins results one after the other. A list of the results of thousands of files takes more memory than what they hold. */
export class JoinedResult implements ReadResult {
  files = 0;
  documents = 0;
  readonly manifests: Manifest[] = [];
  readonly problems: ReadProblem[] = [];
  readonly notEvaluated: NotEvaluated[] = [];
  readonly others: OtherDocument[] = [];
  readonly comments: Comment[] = [];

  add({ files, documents, manifests, problems, notEvaluated, others = [], comments }: ReadResult): void {
    this.files += files;
    this.documents += documents;
    for (const manifest of manifests) this.manifests.push(manifest);
    for (const problem of problems) this.problems.push(problem);
    for (const entry of notEvaluated) this.notEvaluated.push(entry);
    for (const other of others) this.others.push(other);
    for (const comment of comments) this.comments.push(comment);
  }
}
