import { ConfigError } from '../../errors.ts';
import type { HubState } from '../../fleet/kubefleet/hub-state.ts';
import { filesReader } from '../../gates/hub/dump/files-reader.ts';
import { hubSecretsHider } from '../../gates/loop/without-hub-secrets.ts';
import { askedObject } from '../../gates/owners/asked-object.ts';
import { firstInterests, thenInterests } from '../../gates/owners/owner-interests.ts';
import { ownersOf } from '../../gates/owners/owners-of.ts';
import { type AskedObject, EXIT_CODES } from '../../report.ts';
import { ownsMarkdown } from '../../report/markdown/owns-markdown.ts';
import { ownsText } from '../../report/text/owns-text.ts';
import { terminalLine } from '../../report/text/terminal.ts';
import { withEveryString } from '../../secrets/every-string.ts';
import { flagValue } from '../command-line/flag-value.ts';
import type { Invocation } from '../command-line/invocation.ts';
import type { Io } from '../process/io.ts';
import { pageFormats, writePages } from '../output/page-formats.ts';
import { readDump } from '../hub/read-dump.ts';
import { type CommandRun, report } from '../output/run-result.ts';

/**
 * `fleet-gate owns KIND/[NS/]NAME` shows the placement, snapshot, override and Work that put this object on which cluster. Exit codes: 0
 * if a Work contains it, 1 if certainly none does, 6 if that cannot be decided. If several clusters are named, the worst answer decides.
 */
export const runOwns: CommandRun = async (invocation, io) => {
  const destinations = pageFormats(invocation);
  const text = onlyObject(invocation);
  askedObject(text);
  const { asked, hub } = invocation.values('from').length === 0 ? await ofHub(text, invocation, io) : await ofFiles(text, invocation, io);
  const hide = hubSecretsHider(hub);
  const found = ownersOf(hub, asked, invocation.values('cluster'));
  const owns = withEveryString(found, (value) => io.secrets.hide(hide(value)));
  const exitCode = EXIT_CODES[OUTCOMES[owns.answer]];
  writePages(
    destinations,
    (format, { style, width }) => {
      if (format === 'markdown') return ownsMarkdown(owns);
      if (format === 'text') return ownsText(owns, style, width);
      return `${JSON.stringify({ ...report({ command: 'owns', outcome: OUTCOMES[owns.answer], exitCode }), owns }, undefined, 2)}\n`;
    },
    invocation,
    io,
  );
  const isShown = destinations.some(({ file }) => file === undefined);
  if (!isShown && (exitCode !== 0 || !invocation.switch('quiet'))) io.stderr.write(`${terminalLine(owns.message)}\n`);
  return { exitCode };
};

const OUTCOMES = { found: 'passed', notFound: 'failed', notVerified: 'notEvaluated' } as const;

function onlyObject({ positionals }: Invocation): string {
  const [text, ...rest] = positionals;
  if (text === undefined || rest.length > 0) {
    const [name] = rest;
    const meant = name === undefined || `${text}${name}`.includes('/') ? '' : `; write ${text}/${name}, or ${text}/NAMESPACE/${name}`;
    throw new ConfigError(`owns takes one object: fleet-gate owns KIND/[NAMESPACE/]NAME, for example Deployment/shop/web${meant}`);
  }
  return text;
}

interface Asked {
  readonly asked: AskedObject;
  readonly hub: HubState;
}

async function ofHub(text: string, invocation: Invocation, io: Io): Promise<Asked> {
  const { accessGrace, openHub, watchNotices } = await import('../hub/open-hub.ts');
  const access = accessGrace(flagValue(invocation, 'access-grace') ?? 0, invocation, io);
  const hub = await openHub(invocation, io, access);
  try {
    const asked = askedObject(text, invocation.value('namespace'));
    const clusters = invocation.values('cluster');
    await access.retry(() => hub.follow(firstInterests(asked, clusters)), { again: () => hub.refresh() });
    await hub.follow(thenInterests(hub.state(), asked, clusters));
    return { asked, hub: hub.state() };
  } finally {
    watchNotices([hub], invocation, io)();
    await hub.close();
  }
}

async function ofFiles(text: string, invocation: Invocation, io: Io): Promise<Asked> {
  for (const flag of ['kubeconfig', 'context', 'server', 'tls-server-name', 'access-grace'] as const) {
    if (invocation.value(flag) !== undefined)
      throw new ConfigError(`${invocation.named('from')} and ${invocation.named(flag)} exclude each other: files or a hub`);
  }
  const objects = await readDump(invocation, io);
  // The answers do not depend on the time.
  return { asked: askedObject(text, invocation.value('namespace')), hub: filesReader(objects, io.now(), invocation.named).state() };
}
