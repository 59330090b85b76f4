import { dirname } from 'node:path';
import { isScriptWithoutEnding } from '../../../files/is-script-without-ending.ts';
import type { NotEvaluated } from '../../../finding.ts';
import { isKustomization } from '../kustomize/kustomization.ts';
import { makesFleetObjects, patchesFleet, writesFleetObject } from '../placeholders/names-fleet.ts';
import { isAppliedCode, isProjectFile, isScript, isSourceOfManifests } from '../placeholders/source-of-manifests.ts';
import type { FoundFile } from './find-files.ts';
import { isHiddenFolder, PACKAGES } from './searched-names.ts';
import { lookThroughFile, type Seen } from './look-through-file.ts';
import type { RepositoryFacts } from './repository-facts.ts';
import { type UnsearchedFile, unsearchedFiles } from './unsearched-files.ts';
import { namesIn } from '../../../files/names-in.ts';

/**
 * Reports files that are not judged and contain Kubernetes objects, or cannot be read: `kubectl apply -R` applies files in hidden
 * directories and in `node_modules`. Each file with a KubeFleet object is named, and the first file of a folder with other objects. The
 * output of another tool may be among the manifests too, except that of Terraform, Bicep and Pulumi. One entry names all scripts.
 */
export async function hiddenObjects(files: readonly FoundFile[], repository?: RepositoryFacts): Promise<HiddenObjects> {
  const unread: NotEvaluated[] = [];
  const others = new Map<string, FoundFile[]>();
  const unsearched = new Map<string, readonly UnsearchedFile[]>();
  const scripts: string[] = [];
  const left = await leftOut(files, repository);
  for (const { file, seen } of left) {
    const { name } = file;
    const where = folderOf(file);
    if (typeof seen === 'string') {
      const what = where === undefined ? 'it ' : `it is in ${where.kind} and `;
      unread.push({ file: name, line: 1, reason: `${NOT_READ} ${what}cannot be read (${seen}).` });
    } else if (seen.elsewhere !== undefined) {
      unread.push({ file: name, line: 1, reason: `${NOT_READ} ${seen.elsewhere}.` });
    } else if (where === undefined) {
      if (seen.fleetObjects && isAnyScript(file)) scripts.push(name);
      else if (seen.fleetObjects)
        unread.push({
          file: name,
          line: 1,
          ...(isApplied(file) ? { reason: INFRASTRUCTURE, fleetObject: true } : { reason: SOURCE }),
        });
    } else if (seen.fleetObjects) {
      unread.push({ file: name, line: 1, reason: inUnsearchedFolder(name, 'It is'), fleetObject: true });
    } else {
      const key = `${where.folder} ${where.kind}`;
      others.set(key, [...(others.get(key) ?? []), file]);
    }
  }
  for (const all of others.values()) {
    const [first, ...rest] = all;
    if (first === undefined) continue;
    unsearched.set(first.name, await unsearchedFiles(all));
    const counted = rest.length === 1 ? '1 more file' : `${rest.length} more files`;
    const what = rest.length === 0 ? 'It is' : `It and ${counted} with Kubernetes objects are`;
    unread.push({ file: first.name, line: 1, reason: inUnsearchedFolder(first.name, what) });
  }
  const [script, ...more] = scripts;
  if (script !== undefined) {
    const counted = more.length === 0 ? '' : ` (and ${more.length === 1 ? '1 more script' : `${more.length} more scripts`})`;
    unread.push({ file: script, line: 1, reason: `It creates or changes KubeFleet objects${counted}, ${IN_SCRIPT}` });
  }
  return { notEvaluated: unread, unsearched };
}

interface HiddenObjects {
  readonly notEvaluated: readonly NotEvaluated[];
  /** See `ReadResult.unsearched`. */
  readonly unsearched: ReadonlyMap<string, readonly UnsearchedFile[]>;
}

/** Code that applies what it defines, which is not in another file. */
function isApplied({ name, path }: FoundFile): boolean {
  if (isAppliedCode(name)) return true;
  if (isSourceOfManifests(name)) return false;
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const project = namesIn(folder).find(isProjectFile);
    if (project !== undefined || folder === dirname(folder)) return project !== undefined && isAppliedCode(project);
  }
}

/** The start of the reason for a file whose content is not known. */
export const NOT_READ = 'The file was not read:';
/** Why a source of another tool is not judged. */
export const SOURCE =
  'Another tool generates KubeFleet objects from this file, so it was not checked: render it with that tool and lint the result.';
export const INFRASTRUCTURE =
  'It has KubeFleet objects, and code of Terraform, Bicep and Pulumi is not read: keep the objects in YAML files that it applies, or lint what it makes.';
export const DELIVERED_JSONNET =
  'It has KubeFleet objects, and Jsonnet that Argo CD applies is not read: keep the objects in YAML files that it applies, or lint what it makes.';
const IN_SCRIPT = 'and scripts are not read: keep the objects in YAML files that the script applies.';
const UNCHECKED = 'which was not checked, although `kubectl apply -R` and Flux apply it. Name the directory to check it, or exclude it.';

/** The reason for a file in a folder that is not searched. @param what the subject and the verb, such as `It is` */
export function inUnsearchedFolder(name: string, what: string): string {
  return `${what} in ${folderOf({ name })?.kind ?? ''}, ${UNCHECKED}`;
}

/** Whether an entry is about objects in a folder that is not searched. */
export function isInUnsearchedFolder({ reason }: NotEvaluated): boolean {
  return reason.endsWith(UNCHECKED);
}

interface Left {
  readonly file: FoundFile;
  /** A text if it cannot be read: the error code. */
  readonly seen: Seen | string;
}

/** The files that contain something, without packages that are not part of the repository. */
async function leftOut(files: readonly FoundFile[], repository: RepositoryFacts | undefined): Promise<readonly Left[]> {
  const found: Left[] = [];
  for (const file of files) {
    const seen = await seenIn(file);
    const isNamed = typeof seen === 'string' || seen?.objects === true || seen?.fleetObjects === true || isUnknown(file, seen);
    // A kustomization may have no kind, and list files of any name.
    if (seen !== undefined && (isNamed || isKustomization(file.name))) found.push({ file, seen });
  }
  const packages = new Set(found.flatMap(({ file: { path } }) => packagesAbove(path)));
  const committed = packages.size === 0 ? undefined : await repository?.committedIn([...packages]);
  if (committed === undefined) return found;
  return found.filter(({ file: { path } }) => packagesAbove(path).length === 0 || committed.has(path));
}

/** Other files without content in the checkout are not applied. */
function isUnknown({ name }: FoundFile, seen: Seen | undefined): boolean {
  return /\.(?:ya?ml|tgz)$/i.test(name) && seen?.elsewhere !== undefined;
}

/** `undefined` if the file does not exist: a broken link is not applied. */
async function seenIn(file: FoundFile): Promise<Seen | string | undefined> {
  try {
    return await lookThroughFile(file.path, isAnyScript(file) ? createsOrChanges : makesFleetObjects);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' ? undefined : (code ?? String(error));
  }
}

function isAnyScript({ name, path }: FoundFile): boolean {
  return isScript(name) || isScriptWithoutEnding(path);
}

function createsOrChanges(script: string): boolean {
  return writesFleetObject(script) || patchesFleet(script);
}

/** The innermost hidden folder of a file, as text; `undefined` for a source of manifests, which is not in one. */
function folderOf({ name }: Pick<FoundFile, 'name'>): { readonly folder: string; readonly kind: string } | undefined {
  const names = name.split('/').slice(0, -1);
  const at = names.findLastIndex(isHiddenFolder);
  if (at < 0 || isSourceOfManifests(name)) return undefined;
  return { folder: names.slice(0, at + 1).join('/'), kind: names[at] === PACKAGES ? `a ${PACKAGES} directory` : 'a hidden directory' };
}

/** The outermost folder of packages that contains a file. */
function packagesAbove(path: string): readonly string[] {
  const found = /^(.*?[/\\]node_modules)[/\\]/.exec(path)?.[1];
  return found === undefined ? [] : [found];
}
