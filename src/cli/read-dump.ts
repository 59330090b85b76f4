import { ConfigError } from '../errors.ts';
import type { KubeObject } from '../fleet/object.ts';
import { findFiles } from '../static/read/find-files.ts';
import { parseObjects } from '../yaml/objects.ts';
import { readText } from './config-file.ts';
import type { Invocation } from './invocation.ts';
import type { Io } from './io.ts';

/** The objects of files, `-` and the YAML and JSON files below directories. All or nothing: what is missing would be judged as not there. @throws {ConfigError} */
export async function readDump(invocation: Invocation, io: Io): Promise<readonly KubeObject[]> {
  const { named } = invocation;
  const paths = invocation.values('from');
  const objects: KubeObject[] = [];
  for (const path of paths) {
    const { files, notEvaluated } = path === '-' ? { files: [{ path, name: path }], notEvaluated: [] } : await findFiles([path], io.cwd);
    const [left] = notEvaluated;
    if (left !== undefined) throw new ConfigError(`${named('from')} ${left.file}: ${left.reason}`);
    for (const { name } of files) for (const object of await objectsIn(name, named('from'), io)) objects.push(object);
  }
  if (objects.length === 0) throw new ConfigError(`${named('from')} ${paths.join(' ')}: no Kubernetes object in it`);
  return objects;
}

async function objectsIn(file: string, namedBy: string, io: Io): Promise<readonly KubeObject[]> {
  const { objects, problems } = parseObjects(await readText(file, io, namedBy), file);
  const [problem] = problems;
  if (problem !== undefined) throw new ConfigError(`${namedBy} ${problem.file}:${problem.line}: ${problem.message}`);
  return objects;
}
