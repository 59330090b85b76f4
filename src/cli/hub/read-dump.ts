import { ConfigError } from '../../errors.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import type { Invocation } from '../command-line/invocation.ts';
import type { Io } from '../process/io.ts';
import { objectsBelow } from './objects-below.ts';

/**
 * The objects of files, `-`, and the YAML and JSON files in folders. One unreadable file is an error: its objects would be judged as
 * missing. @throws {ConfigError}
 */
export async function readDump(invocation: Invocation, io: Io): Promise<readonly KubeObject[]> {
  const { named } = invocation;
  const paths = invocation.values('from');
  const objects: KubeObject[] = [];
  for (const path of paths) {
    for (const file of await objectsBelow(path, named('from'), io)) for (const object of file.objects) objects.push(object);
  }
  if (objects.length === 0) throw new ConfigError(`${named('from')} ${paths.join(' ')}: it contains no Kubernetes object`);
  return objects;
}
