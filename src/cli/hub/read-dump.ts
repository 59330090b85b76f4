import { ConfigError } from '../../errors.ts';
import { displayName, type KubeObject, refOf } from '../../fleet/kubernetes/object.ts';
import { listed } from '../../fleet/text/listed.ts';
import { isUnknownVersion } from '../../gates/deploy/unjudged.ts';
import { withoutDeleted } from '../../gates/hub/dump/without-deleted.ts';
import { appliedWorksOwning } from '../../gates/view/applied-work.ts';
import { terminalLine } from '../../report/text/terminal.ts';
import type { Invocation } from '../command-line/invocation.ts';
import type { Io } from '../process/io.ts';
import { objectsBelow } from './objects-below.ts';
import { otherFiles } from './other-files.ts';

/**
 * The hub's objects of files, `-`, and the YAML and JSON files in folders. One unreadable or empty file is an error: its objects would be
 * judged as missing. Objects of member clusters are left out, with a note: a copy on a member would be judged as the object of the hub.
 * Objects that a later dump lacks are left out too. A note names objects of KubeFleet in a version that is not known.
 * @throws {ConfigError}
 */
export async function readDump(invocation: Invocation, io: Io): Promise<readonly KubeObject[]> {
  const { named } = invocation;
  const paths = invocation.values('from');
  const files: (readonly KubeObject[])[] = [];
  for (const path of paths) {
    const others = path === '-' ? [] : otherFiles(path, io.cwd);
    if (others.length > 0) io.stderr.write(`note: ${terminalLine(`${named('from')} ${path}: ${NOT_READ}: ${listed(others, 5)}`)}\n`);
    for (const { file, objects, isBlank } of await objectsBelow(path, named('from'), io)) {
      if (isBlank && file !== '-') throw new ConfigError(`${named('from')} ${file}: ${BLANK}`);
      files.push(objects);
    }
  }
  const { objects, deleted } = withoutDeleted(files);
  if (objects.length === 0)
    throw new ConfigError(
      `${named('from')} ${paths.join(' ')}: it contains no Kubernetes object; \`kubectl get\` writes objects with \`-o yaml\` or \`-o json\``,
    );
  const onHub = objects.filter((object) => !isOfMember(object));
  const left = objects.filter(isOfMember);
  if (onHub.length === 0)
    throw new ConfigError(`${named('from')} ${paths.join(' ')}: it contains only objects of a member cluster, and none of the hub`);
  const note = (what: string, some: readonly KubeObject[]): void => {
    if (some.length === 0) return;
    const names = some.map((object) => displayName(refOf(object)));
    io.stderr.write(`note: ${terminalLine(`${what}: ${listed(names, 5)}`)}\n`);
  };
  note('left out, because a member cluster wrote them', left);
  note('left out, because a later dump does not have them', deleted);
  const unknown = onHub.filter(isUnknownVersion);
  const versions = [...new Set(unknown.map(({ apiVersion }) => apiVersion))];
  note(`read as if of a known version, but ${versions.join(', ')} is not a version of KubeFleet that is known`, unknown);
  return onHub;
}

const NOT_READ = 'not read, because a folder is searched for .yaml, .yml and .json only';

/** With `-o yaml` and `-o json`, kubectl 1.32. */
const BLANK = 'it is empty, so what should be in it was not read: `kubectl get` writes a List even if there is no object';

/** Only a member has AppliedWorks. They own what KubeFleet applied there (KubeFleet pkg/controllers/workapplier). */
function isOfMember(object: KubeObject): boolean {
  return object.kind === 'AppliedWork' || appliedWorksOwning(object).length > 0;
}
