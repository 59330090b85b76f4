import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../../../src/cli/commands/run.ts';
import { startEmbeddedHub } from '../../../src/demo/hub/embedded-hub.ts';
import { realTime } from '../../../src/demo/hub/hub-time.ts';
import { type KubeObject, objectKey, refOf } from '../../../src/fleet/kubernetes/object.ts';
import type { Report } from '../../../src/report.ts';
import { withEveryString } from '../../../src/secrets/every-string.ts';
import { fakeIo } from '../process/fake-io.ts';
import type { Recording } from '../recordings/recording.ts';
import { temporaryFolder } from '../trees/temporary-folder.ts';

/** A hub as it is at one moment, and a change that `ready` is asked about. */
export interface ReadyAsked {
  readonly objects: readonly KubeObject[];
  /** The time of the hub. */
  readonly at: Date;
  readonly change: readonly object[];
  /** The text of `.fleet-gate.yaml`. */
  readonly config?: string;
  /** The same of the base, which has the same change; absent if there is no base. */
  readonly baseConfig?: string;
  /** The objects of the base, if it has others than the change. */
  readonly baseChange?: readonly object[];
  readonly flags?: readonly string[];
  /** Resources that may not be read. */
  readonly denied?: readonly string[];
  /** The objects of member clusters, by name; each is a server of its own. */
  readonly members?: Readonly<Record<string, readonly KubeObject[]>>;
}

export interface ReadyTold {
  readonly exitCode: number;
  readonly report: Report;
  readonly out: string;
  readonly err: string;
  /** The methods and paths of all requests to the hub and the members. */
  readonly requests: readonly string[];
}

/** Asks `ready` about a change, against servers of this process. */
export async function askReady({
  objects,
  at,
  change,
  config,
  baseConfig,
  baseChange,
  flags = [],
  denied = [],
  members = {},
}: ReadyAsked): Promise<ReadyTold> {
  const cwd = temporaryFolder();
  const time = { ...realTime, now: () => at.getTime() };
  const servers = await Promise.all(
    [objects, ...Object.values(members)].map(async (held) => {
      const server = await startEmbeddedHub({ time });
      for (const object of held) server.store.put(object);
      return server;
    }),
  );
  const [hub, ...others] = servers;
  if (hub === undefined) throw new Error('there is no hub');
  hub.faults.denies = ({ resource }) => denied.includes(resource);
  writeFileSync(join(cwd, 'kubeconfig'), hub.kubeconfig());
  mkdirSync(join(cwd, 'deploy'));
  mkdirSync(join(cwd, 'members'));
  for (const [index, name] of Object.keys(members).entries())
    writeFileSync(join(cwd, 'members', `${name}.yaml`), others[index]?.kubeconfig() ?? '');
  writeFileSync(join(cwd, 'deploy', 'change.json'), change.map((object) => JSON.stringify(object)).join('\n---\n'));
  if (config !== undefined) writeFileSync(join(cwd, '.fleet-gate.yaml'), config);
  const hasBase = baseConfig !== undefined || baseChange !== undefined;
  if (hasBase) {
    mkdirSync(join(cwd, 'base', 'deploy'), { recursive: true });
    writeFileSync(
      join(cwd, 'base', 'deploy', 'change.json'),
      (baseChange ?? change).map((object) => JSON.stringify(object)).join('\n---\n'),
    );
    const configOfBase = baseConfig ?? config;
    if (configOfBase !== undefined) writeFileSync(join(cwd, 'base', '.fleet-gate.yaml'), configOfBase);
  }
  const base = hasBase ? ['--base-dir', 'base'] : [];
  const io = fakeIo({ cwd, now: at, env: { PATH: process.env['PATH'] ?? '' } });
  const access = others.length === 0 ? [] : ['--member-kubeconfig', 'members'];
  try {
    const { exitCode, report, closed } = await run(['ready', 'deploy', '--kubeconfig', 'kubeconfig', ...access, ...base, ...flags], io);
    await closed;
    if (report === undefined) throw new Error('ready made no report');
    const shown = (text: string): string =>
      servers.reduce((said, { url }) => said.replaceAll(url.replace('https://', ''), 'hub.contoso.example:6443'), text);
    const requests = servers.flatMap((server) => server.requests.map(({ method, path }) => `${method} ${path}`));
    return { exitCode, report: withEveryString(report, shown), out: shown(io.out()), err: shown(io.err()), requests };
  } finally {
    await Promise.all(servers.map((server) => server.close()));
  }
}

/** The objects of a recorded hub at a time, and that time. */
export function hubAt(recording: Recording, at: number = recording.endedAt): Pick<ReadyAsked, 'objects' | 'at'> {
  const objects = new Map<string, KubeObject>();
  for (const event of recording.events) {
    if (event.at > at) break;
    const key = objectKey(refOf(event.object));
    if (event.type === 'DELETED') objects.delete(key);
    else objects.set(key, event.object);
  }
  return { objects: [...objects.values()], at: new Date(at) };
}
