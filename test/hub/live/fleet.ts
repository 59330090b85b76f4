import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A fleet of the user's choice, given by kubeconfigs. */
export interface LiveFleet {
  readonly hub: string;
  /** The clusters whose kubeconfig is known. Placements select only these, or all clusters if there are none. */
  readonly members: readonly { readonly cluster: string; readonly kubeconfig: string }[];
}

/** From HUB_KUBECONFIG (a path) and MEMBER_KUBECONFIGS (`m1=path,m2=path`); `undefined` without a hub. */
export function liveFleet(env: NodeJS.ProcessEnv): LiveFleet | undefined {
  const hub = env['HUB_KUBECONFIG'];
  if (hub === undefined) return undefined;
  const members = (env['MEMBER_KUBECONFIGS'] ?? '').split(',').flatMap((pair) => {
    const [cluster = '', kubeconfig = ''] = pair.split('=');
    return cluster === '' ? [] : [{ cluster, kubeconfig: path.resolve(kubeconfig) }];
  });
  return { hub: path.resolve(hub), members };
}

/** @returns standard output of kubectl. @throws with its error message if it fails */
export async function kubectl(kubeconfig: string, ...argv: readonly string[]): Promise<string> {
  const { stdout } = await run('kubectl', ['--kubeconfig', kubeconfig, ...argv], { timeout: 180_000, maxBuffer: 64 << 20 });
  return stdout;
}
