import { ConfigError } from '../../errors.ts';
import { filesReader } from '../../gates/hub/dump/files-reader.ts';
import type { MemberReader } from '../../gates/hub/member-reader.ts';
import type { Notice } from '../../gates/hub/access/notices.ts';
import type { AccessGrace } from '../../gates/hub/access/access-grace.ts';
import type { Interest } from '../../fleet/kubefleet/hub-state.ts';
import type { HubReader } from '../../gates/hub/reader.ts';
import type { GateOptions } from '../../gates/options.ts';
import type { Reach } from '../../gates/reach.ts';
import type { ResourceStack } from '../process/resource-stack.ts';
import { reachOfFiles } from './reach-of-files.ts';
import type { Io } from '../process/io.ts';
import { readDump } from './read-dump.ts';
import { flagValue } from '../command-line/flag-value.ts';
import type { Invocation } from '../command-line/invocation.ts';
import type { FoundConfig } from '../settings/config-file.ts';

/** The source of the objects to judge: a hub or files. */
export interface Source {
  readonly reader: HubReader;
  readonly namespace: string | undefined;
  readonly reach: (found: FoundConfig) => Reach;
  readonly members?: MemberReader;
  readonly access?: AccessGrace;
  preflight?(interests: readonly Interest[]): void;
  notices?(): void;
  /** Notices about the access to the hub. */
  seen?(): readonly Notice[];
}

/** Opens the hub, or reads the files of `--from`. @throws {ConfigError} @throws {HubError} */
export async function openSource(invocation: Invocation, io: Io, opened: ResourceStack, options: GateOptions): Promise<Source> {
  const files = invocation.values('from');
  return files.length === 0 ? openLive(invocation, io, opened, options) : openFiles(invocation, io);
}

async function openLive(invocation: Invocation, io: Io, opened: ResourceStack, options: GateOptions): Promise<Source> {
  const { named } = invocation;
  if (invocation.value('now') !== undefined) throw new ConfigError(`${named('now')} goes with ${named('from')}; a hub has its own time`);
  const [{ accessGrace, openHub, openMembers, watchNotices }, { reachOf }] = await Promise.all([
    import('./open-hub.ts'),
    import('./reach-of.ts'),
  ]);
  const access = accessGrace(options.accessGrace, invocation, io);
  const hub = opened.add(await openHub(invocation, io, access));
  const members = await openMembers(invocation, io);
  if (members !== undefined) opened.add(members);
  const notices = watchNotices([hub, ...(members === undefined ? [] : [members])], invocation, io);
  const preflight = (interests: readonly Interest[]): void => hub.preflight(interests);
  return {
    reader: hub,
    namespace: hub.namespace,
    reach: (found) => reachOf(invocation, io, found),
    access,
    preflight,
    notices,
    seen: () => hub.notices(),
    ...(members === undefined ? {} : { members }),
  };
}

async function openFiles(invocation: Invocation, io: Io): Promise<Source> {
  const { named } = invocation;
  for (const flag of ['kubeconfig', 'context', 'server', 'tls-server-name', 'access-grace', 'member', 'member-kubeconfig'] as const) {
    if (invocation.value(flag) !== undefined)
      throw new ConfigError(`${named('from')} and ${named(flag)} exclude each other: files or clusters`);
  }
  const objects = await readDump(invocation, io);
  const reader = filesReader(objects, flagValue(invocation, 'now'), named);
  return { reader, namespace: invocation.value('namespace'), reach: reachOfFiles };
}
