import { fetchedReason } from './fetched-entries.ts';
import { childPointer } from '../../../fleet/json/json-pointer.ts';
import { isObject, type JsonObject } from '../../../fleet/json/json.ts';
import { readDocuments, type ReadDocument } from '../../../yaml/documents.ts';
import { contentElsewhere } from '../files/content-elsewhere.ts';
import { directoryOf, joinPath, KUSTOMIZATION_NAMES, refusedValue } from '../kustomize/kustomization.ts';
import { filesOfUnread } from './files-of-unread.ts';
import { type DataElsewhere, dataElsewhere, LACKED } from './data-elsewhere.ts';
import { filesMeant, isPatternOfFolders } from './meant-files.ts';
import { helmChartsOf } from './kustomize-helm-charts.ts';
import { envFilesOf, kustomizeReferences, textsIn } from './kustomize-references.ts';
import type { MeantFolder, Refusal } from './refusal.ts';
import type { RepositoryFiles } from './repository-files.ts';

/** The files from which a kustomization is built. */
export interface KustomizeTree {
  /** Every file of the repository that it reads, including kustomizations. */
  readonly files: ReadonlySet<string>;
  /** Local charts that it renders with helm. */
  readonly charts: readonly string[];
  /** The files of generators that the checkout lacks, or that do not have their content. */
  readonly data: readonly DataElsewhere[];
  /** Its plugins may read files that are not among `files`, if kustomize lets them. */
  readonly hasPlugins: boolean;
  /** Why it must not be built here. */
  readonly refusal?: Refusal;
  /** The first thing for which kustomize fails, such as a file that it lists and that does not exist. Kustomize reports it as well. */
  readonly fault?: Refusal;
}

/**
 * Follows all references of a kustomization before anything is started: it must not lead out of the repository, to git's own files or to
 * the network, even if kustomize itself would refuse that.
 * @param withHelm it may render charts with helm
 */
export async function kustomizeTree(file: string, files: RepositoryFiles, withHelm: boolean): Promise<KustomizeTree> {
  const walk = new Walk(files, withHelm);
  await walk.kustomization(inOwnFolder(file, files), undefined);
  const fault = walk.fault;
  const first = walk.elsewhere ?? walk.refusal ?? (walk.copiesFields ? (walk.copiedData ?? walk.environment) : undefined);
  const refusal = withFurther(first ?? walk.remote, first === undefined ? undefined : walk.remote, fault);
  return {
    files: walk.files,
    charts: walk.charts,
    data: walk.data,
    hasPlugins: walk.hasPlugins,
    ...(refusal === undefined ? {} : { refusal }),
    ...(fault === undefined ? {} : { fault }),
  };
}

/** Whatever else prevents the build, what is outside of the repository or missing may bring objects of KubeFleet. */
function withFurther(refusal: Refusal | undefined, ...further: readonly (Refusal | undefined)[]): Refusal | undefined {
  const more = further.filter((each) => each !== undefined);
  if (refusal === undefined || more.length === 0) return refusal;
  const fetches = more.some((each) => each.isRemote === true);
  const fails = more.some((each) => each.isFault === true);
  const meant = [refusal, ...more].flatMap((each) => each.meant ?? []);
  return {
    ...refusal,
    reason: [refusal, ...more].map(({ reason }) => reason).join(', and '),
    ...(fetches ? { isRemote: true as const } : {}),
    ...(fails ? { isFault: true as const } : {}),
    ...(meant.length > 0 ? { meant } : {}),
  };
}

/** The walk goes on after a refusal, because other files of the kustomization may hold objects of KubeFleet. */
class Walk {
  readonly files = new Set<string>();
  readonly charts: string[] = [];
  readonly data: DataElsewhere[] = [];
  /** The first reason not to build it. */
  refusal: Refusal | undefined;
  /** The first file that may be an object or change one, and whose content is not in the checkout. */
  elsewhere: Refusal | undefined;
  /** The first reference to the network, and the first list entry outside of the repository, whichever comes first. */
  remote: Refusal | undefined;
  /** The first variable from the environment. It matters only if a field of what is generated can get into another object. */
  environment: Refusal | undefined;
  copiesFields = false;
  hasPlugins = false;
  readonly #repository: RepositoryFiles;
  readonly #withHelm: boolean;
  readonly #seen = new Set<string>();
  readonly #faults: Refusal[] = [];

  constructor(repository: RepositoryFiles, withHelm: boolean) {
    this.#repository = repository;
    this.#withHelm = withHelm;
  }

  /** The first reason for which kustomize fails, with the folders of all. */
  get fault(): Refusal | undefined {
    const [first] = this.#faults;
    const meant = this.#faults.flatMap((each) => each.meant ?? []);
    return first === undefined ? undefined : { ...first, isFault: true, ...(meant.length > 0 ? { meant } : {}) };
  }

  /** As `elsewhere`, for a file of a generator. */
  get copiedData(): Refusal | undefined {
    const [first] = this.data;
    return first === undefined ? undefined : { file: first.file, line: 1, reason: `the file is ${first.why}`, isElsewhere: true };
  }

  /**
   * @param file in the folder by its own name, because kustomize follows links before `..`
   * @param pluginsOf the folder of the kustomization that uses its resources as configuration of plugins, if one does
   */
  async kustomization(file: string, pluginsOf: string | undefined): Promise<void> {
    const visit = `${pluginsOf ?? '-'} ${file}`;
    if (this.#seen.has(visit)) return;
    this.#seen.add(visit);
    this.files.add(file);
    const document = await this.#document(file);
    if (document === undefined || !isObject(document.value)) return;
    const lineOf = (pointer: string): number => document.places.locate(pointer).line;
    const found = kustomizeReferences(document.value);
    if (found.unknown !== undefined) {
      const reason = `it has a field "${found.unknown}", which may make kustomize read other files`;
      const { line } = document.places.locate(childPointer('', found.unknown), 'key');
      const listed = [...textsIn(document.value[found.unknown])].map(([path]) => joinPath(directoryOf(file), path));
      const meant = [{ folder: directoryOf(file), isDeep: false }, ...listed.map((folder) => ({ folder, isDeep: true }))];
      const fault = { file, line, reason, isFault: true, meant } as const;
      if (this.refusal === undefined) this.refusal = fault;
      else this.#faults.push(fault);
    }
    const wrong = refusedValue(document.value);
    if (wrong !== undefined) this.#faults.push({ file, line: lineOf('/apiVersion'), reason: wrong });
    const changing = pluginsOf === undefined ? undefined : Object.keys(document.value).find((key) => !LISTING.has(key));
    if (changing !== undefined) {
      const reason = `it has a field "${changing}", which changes the configuration of plugins after it was checked`;
      this.refusal ??= { file, line: document.places.locate(childPointer('', changing), 'key').line, reason };
    }
    for (const { path, pointer, isPlugin } of found.references)
      await this.#reference(path, pluginsOf ?? (isPlugin ? directoryOf(file) : undefined), file, lineOf(pointer), pointer);
    const { value } = document;
    this.copiesFields ||= COPYING.some((field) => field in value);
    for (const field of ['configMapGenerator', 'secretGenerator']) {
      const generators = value[field];
      for (const [index, generator] of (Array.isArray(generators) ? generators : []).entries())
        for (const [path, pointer] of envFilesOf(generator, `/${field}/${index}`))
          await this.#environment(path, directoryOf(file), file, lineOf(pointer));
    }
    await this.#helmCharts(document.value, file);
  }

  /** A line without `=` in a file of variables takes the value from the environment of kustomize. Source: `api/kv/kv.go`. */
  async #environment(path: string, folder: string, from: string, line: number): Promise<void> {
    const name = joinPath(folder, path);
    const standing = this.#repository.look(name);
    if (standing?.kind !== 'file' || standing.place !== 'inside') return;
    const lines = (await this.#repository.text(standing.name))?.split('\n') ?? [];
    const taken = lines.map((text) => text.trim()).find((text) => text !== '' && !text.startsWith('#') && !text.includes('='));
    if (taken !== undefined)
      this.environment ??= {
        file: from,
        line,
        reason: `"${path}" takes a variable from the environment of the deploy, which is not known here`,
      };
  }

  async #reference(path: string, pluginsOf: string | undefined, from: string, line: number, pointer = ''): Promise<void> {
    // It gets into a ConfigMap or Secret, and not into another object.
    const isData = GENERATED.test(pointer);
    // Kustomize fetches the address first, even if a file has its name.
    if (isAddress(path)) return this.#fetched(path, from, line);
    if (pluginsOf !== undefined && MAY_BE_MAPPING.test(path)) await this.#plugin(path, from, line, pluginsOf);
    const name = joinPath(directoryOf(from), path);
    const standing = this.#repository.look(name);
    if (standing === undefined) {
      // A text of several lines is a patch.
      if (path.includes('\n')) return;
      if (isRemote(path)) this.#fetched(path, from, line);
      else if (this.#repository.leadsOut(name)) this.#away(path, 'outside', { from, line, pointer });
      else if (await this.#repository.lacks(name)) {
        if (isData) this.#addData([{ file: name, why: LACKED }]);
        else this.#lacked(path, from, line);
      } else if (LISTED.test(pointer)) {
        const around = this.#folderAround(name);
        this.#faults.push({ file: from, line, reason: `"${path}" does not exist`, meant: [around] });
        for (const file of filesMeant(name, around.folder, this.#repository)) await this.#file(file, undefined, false);
      }
      return;
    }
    if (standing.place !== 'inside') this.#away(path, standing.place, { from, line, pointer });
    else if (standing.kind === 'directory') {
      const isBuilt = await this.#directory(standing.name, pluginsOf);
      if (!isBuilt && (await this.#repository.lacks(standing.name))) return this.#lacked(path, from, line);
      const isSelf = standing.name === directoryOf(from);
      if (LISTED.test(pointer) && (isSelf || !isBuilt))
        this.#faults.push({
          file: from,
          line,
          reason: isSelf ? `"${path}" is its own folder` : `"${path}" has no kustomization`,
          meant: [{ folder: standing.name, isDeep: !isSelf, ...(isSelf ? {} : { entry: standing.name }) }],
        });
    } else await this.#file(standing.name, pluginsOf, isData);
  }

  /** The nearest folder that exists: the entry may be a pattern or misspelt. */
  #folderAround(name: string): MeantFolder {
    let folder = directoryOf(name);
    while (folder !== '' && this.#repository.look(folder)?.kind !== 'directory') folder = directoryOf(folder);
    return { folder, isDeep: isPatternOfFolders(name), entry: name };
  }

  /** A sparse checkout leaves it out, or it is in a submodule that is not checked out. */
  #lacked(path: string, file: string, line: number): void {
    this.elsewhere ??= { file, line, reason: `git has "${path}", and this checkout does not`, isElsewhere: true };
  }

  #away(path: string, place: 'outside' | 'git', { from, line, pointer }: { from: string; line: number; pointer: string }): void {
    const refusal = { file: from, line, reason: leadsAway(path, place) };
    // Kustomize builds a folder that is not in the repository, too.
    if (place === 'outside' && LISTED.test(pointer)) this.remote ??= { ...refusal, isRemote: true };
    else this.refusal ??= refusal;
  }

  #fetched(path: string, file: string, line: number): void {
    this.remote ??= { file, line, reason: fetchedReason(path), isRemote: true };
  }

  /** Whether it has a kustomization. */
  async #directory(directory: string, pluginsOf: string | undefined): Promise<boolean> {
    let found = false;
    for (const name of KUSTOMIZATION_NAMES) {
      const file = joinPath(directory, name);
      if (this.#repository.look(file)?.kind !== 'file') continue;
      await this.kustomization(file, pluginsOf);
      found = true;
    }
    return found;
  }

  async #file(file: string, pluginsOf: string | undefined, isData: boolean): Promise<void> {
    this.files.add(file);
    const text = (await this.#repository.text(file)) ?? '';
    if (!isData) this.#content(text, file);
    else this.#addData(dataElsewhere(file, text));
    if (pluginsOf !== undefined) await this.#plugin(text, file, 1, pluginsOf);
  }

  #addData(found: readonly DataElsewhere[]): void {
    for (const each of found) if (!this.data.some(({ file }) => file === each.file)) this.data.push(each);
  }

  #content(text: string, file: string): void {
    const why = contentElsewhere(text);
    if (why !== undefined) this.elsewhere ??= { file, line: 1, reason: `the file is ${why}`, isElsewhere: true };
  }

  /**
   * The configuration of a built-in plugin has its own fields: none of its texts may be an address or lead to git's own files. Kustomize
   * itself reads no file outside of the folder.
   * @param folder that its paths are relative to
   */
  async #plugin(text: string, file: string, line: number, folder: string): Promise<void> {
    this.hasPlugins = true;
    for (const document of readDocuments(text)) {
      if (document.kind !== 'read') {
        this.refusal ??= { file, line, reason: 'a plugin configuration in it is not valid YAML' };
        continue;
      }
      for (const [word] of textsIn(document.value)) {
        const away = /:\/\/|^git::|^[^/\s@]*@[^/\s:]*:|(?:^|\/|=)\.git(?:\/|$)/.test(word);
        if (away || this.#isOfGit(word, folder))
          this.refusal ??= { file, line, reason: `a plugin configuration in it names "${word.slice(0, SHOWN)}"` };
      }
      for (const [path] of envFilesOf(document.value, '')) await this.#environment(path, folder, file, line);
      // The configuration of a generator has the fields of an entry of a kustomization.
      for (const { path } of kustomizeReferences({ configMapGenerator: [document.value] }).references)
        await this.#dataOfPlugin(joinPath(folder, path));
    }
  }

  async #dataOfPlugin(name: string): Promise<void> {
    const standing = this.#repository.look(name);
    if (standing?.kind === 'file' && standing.place === 'inside') await this.#file(standing.name, undefined, true);
    else if (standing === undefined && (await this.#repository.lacks(name))) this.#addData([{ file: name, why: LACKED }]);
  }

  /** A link may lead there. @param word a path or `key=path` */
  #isOfGit(word: string, folder: string): boolean {
    return [word, word.slice(word.indexOf('=') + 1)].some((path) => this.#repository.look(joinPath(folder, path))?.place === 'git');
  }

  async #helmCharts(value: JsonObject, file: string): Promise<void> {
    const found = helmChartsOf(value, directoryOf(file));
    for (const chart of found.charts) this.charts.push(chart);
    if (!this.#withHelm) {
      // helm is not started, so these files matter only for what they may bring.
      for (const path of found.files) {
        const name = joinPath(directoryOf(file), path);
        const standing = this.#repository.look(name);
        if (standing?.kind === 'file' && standing.place === 'inside') await this.#file(name, undefined, false);
      }
      return;
    }
    if (found.fault !== undefined) this.refusal ??= { file, line: 1, reason: found.fault };
    for (const field of ['generators', 'transformers', 'validators']) {
      if (field in value)
        this.refusal ??= {
          file,
          line: 1,
          reason: `--enable-helm is not passed for a kustomization with ${field}, which could start helm with any argument`,
        };
    }
    for (const path of found.files) await this.#reference(path, undefined, file, 1);
    for (const chart of found.charts) {
      const standing = this.#repository.look(chart);
      if (standing?.kind !== 'directory')
        this.refusal ??= {
          file,
          line: 1,
          reason: `the chart "${chart}" is not in the tree, and charts are not fetched from the network`,
        };
      else if (standing.place !== 'inside') this.refusal ??= { file, line: 1, reason: leadsAway(chart, standing.place) };
    }
  }

  async #document(file: string): Promise<ReadDocument | undefined> {
    const text = await this.#repository.text(file);
    if (text === undefined) {
      this.refusal ??= { file, line: 1, reason: 'it cannot be read inside this repository' };
      return undefined;
    }
    this.#content(text, file);
    const [document, second] = readDocuments(text);
    if (document?.kind === 'broken')
      this.refusal ??= { file, line: document.fault.line, reason: `it is not valid YAML: ${document.reason}` };
    if (document?.kind === 'unread') this.refusal ??= { file, line: 1, reason: document.reason };
    if (document === undefined) this.#faults.push({ file, line: 1, reason: 'it is empty' });
    if (second !== undefined) this.refusal ??= { file, line: second.at.line, reason: 'it holds more than one document' };
    if (document !== undefined && (document.kind !== 'read' || second !== undefined)) await this.#mayBeListed(file, text);
    return document?.kind === 'read' ? document : undefined;
  }

  /** Kustomize may read a text that was not parsed here. */
  async #mayBeListed(file: string, text: string): Promise<void> {
    const { named, folders, beside, isCut } = filesOfUnread(file, text, this.#repository);
    if (isCut) {
      const reason = 'its text is not known, and it may list more files than are searched';
      this.elsewhere ??= { file, line: 1, reason, isElsewhere: true };
      return;
    }
    for (const each of named) await this.#file(each, undefined, false);
    for (const each of beside) await this.#file(each, undefined, true);
    for (const each of folders) await this.#directory(each, undefined);
  }
}

/** Paths in a kustomization are relative to its folder, also if the file is a link to another folder. */
function inOwnFolder(file: string, files: RepositoryFiles): string {
  return joinPath(files.look(directoryOf(file))?.name ?? directoryOf(file), file.slice(file.lastIndexOf('/') + 1));
}

const SHOWN = 80;

const GENERATED = /^\/(?:configMap|secret)Generator\//i;

const LISTED = /^\/(?:resources|bases|components)\//i;

/** Fields of a kustomization that list resources and change nothing. */
const LISTING: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata', 'resources', 'bases']);

/** Fields of a kustomization that can copy a field of one object into another. */
const COPYING = ['replacements', 'vars', 'transformers'];

/** A list of plugins holds paths, and configurations as text. A text without these signs is a path. */
const MAY_BE_MAPPING = /[:{?\n]/;

/**
 * Whether a path has the form of an address, which kustomize fetches before it searches for a file. A user is enough:
 * `git@host/owner/repository`. An address may have any white space. Source: `api/internal/git/repospec.go` of sigs.k8s.io/kustomize.
 */
function isAddress(path: string): boolean {
  return /^\s*(?:[a-z][a-z0-9+.-]*:\/\/|git::|gh:|[^/\s@{"]+@(?:[^/:]*:|[^/]*\/.*(?:\/|\.git))|(?:www\.)?github\.com[/:])/is.test(path);
}

/** Whether kustomize would fetch it if there is no such file or directory: `https://…`, `git@host:…`, `github.com/owner/repository`. */
function isRemote(path: string): boolean {
  return /^[a-z][a-z0-9+.-]*:|^[^/\s@]*@[^/\s:]*:|^github\.com\/|\/\/|\.git(?:[/?]|$)|\/_git\//i.test(path);
}

function leadsAway(path: string, place: 'outside' | 'git'): string {
  return place === 'git' ? `"${path}" is one of git's own files` : `"${path}" leads out of the repository`;
}
