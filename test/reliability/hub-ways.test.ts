/** The connection to a hub, and its members: proxies as in kubectl, and members that are silent. */
import { writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { KubeObject } from '../../src/fleet/kubernetes/object.ts';
import { proxyFor } from '../../src/gates/hub/http/proxy.ts';
import { greenFleet, member, NOW, objectsOf, unheardMember } from '../support/fleets/fleet.ts';
import { Random } from '../support/fuzz/random.ts';
import { runCli } from '../support/process/run-cli.ts';
import { reliability } from '../support/reliability.ts';
import { temporaryFolder } from '../support/trees/temporary-folder.ts';

const suite = reliability('hub-ways', {
  title: 'Proxies, and members that are silent',
  proves:
    'The proxy of a hub is chosen as kubectl chooses it: a second implementation, written from the source of Go, has the same answer for random settings. A member that is silent is not good, whatever its last report says. The control is the same hub with members that answer.',
});

const SERVERS = [
  'https://hub.example.com',
  'https://hub.example.com:6443',
  'https://HUB.Example.com:443',
  'http://hub.example.com',
  'https://example.com',
  'https://badexample.com',
  'https://10.1.2.3',
  'https://10.1.2.3:6443',
  'https://192.168.0.7:8443',
  'https://[fd00::1]',
  'https://[fd00::1]:6443',
  'https://127.0.0.1:6443',
  'https://127.5.5.5',
  'https://[::1]:6443',
  'https://localhost:6443',
  'https://localhost.example.com',
];
const ENTRIES = [
  '*',
  'example.com',
  '.example.com',
  '*.example.com',
  'EXAMPLE.com',
  'hub.example.com',
  'hub.example.com:6443',
  'hub.example.com:443',
  '.example.com:6443',
  'ample.com',
  '10.0.0.0/8',
  '10.1.2.3',
  '10.1.2.3:6443',
  '10.1.2.3/33',
  '10.1.2.3/',
  '192.168.0.0/16',
  '0.0.0.0/0',
  '::/0',
  'fd00::/8',
  'fd00::1',
  '[fd00::1]',
  '[fd00::1]:6443',
  '[fd00::1]:443',
  ':6443',
  '',
  ' ',
  'other.test',
  '.',
  '*.',
];

/** `useProxy` of golang.org/x/net/http/httpproxy, in the order of its source. */
function goesDirectly(server: URL, noProxy: string): boolean {
  const host = server.hostname.replace(/^\[|\]$/g, '');
  const port = server.port || (server.protocol === 'https:' ? '443' : '80');
  const bits = bitsOf(host);
  if (host === 'localhost') return true;
  if (bits !== undefined && (host.startsWith('127.') || host === '::1')) return true;
  for (const entry of noProxy.split(',')) {
    const text = entry.trim().toLowerCase();
    if (text === '') continue;
    if (text === '*') return true;
    const [, address = '', length = ''] = /^(.+)\/(\d+)$/.exec(text) ?? [];
    const net = bitsOf(address);
    if (net !== undefined && Number(length) <= net.length) {
      if (bits?.length === net.length && bits.slice(0, Number(length)) === net.slice(0, Number(length))) return true;
      continue;
    }
    const split = /^\[([^\]]*)\]:([^:]*)$/.exec(text) ?? /^([^:]*):([^:]*)$/.exec(text);
    if (split?.[1] === '') continue;
    const [name, ownPort] = split === null ? [text, ''] : [split[1] ?? '', split[2] ?? ''];
    const single = bitsOf(name);
    if (single !== undefined) {
      if (bits === single && (ownPort === '' || ownPort === port)) return true;
      continue;
    }
    const domain = name.startsWith('*.') ? name.slice(1) : name;
    const dotted = domain.startsWith('.') ? domain : `.${domain}`;
    const isNamed = host.endsWith(dotted) || (!domain.startsWith('.') && host === dotted.slice(1));
    if (isNamed && (ownPort === '' || ownPort === port)) return true;
  }
  return false;
}

/** The bits of an address; `undefined` for any other text. */
function bitsOf(text: string): string | undefined {
  const family = isIP(text);
  if (family === 4)
    return text
      .split('.')
      .map((part) => Number(part).toString(2).padStart(8, '0'))
      .join('');
  if (family !== 6) return undefined;
  const [head = '', tail] = text.split('::');
  const words = (part: string): readonly string[] => part.split(':').filter((word) => word !== '');
  const [before, after] = [words(head), words(tail ?? '')];
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0');
  return [...before, ...(tail === undefined ? [] : zeros), ...after]
    .map((word) => Number.parseInt(word, 16).toString(2).padStart(16, '0'))
    .join('');
}

test('NO_PROXY means what it means for kubectl', () => {
  const times = suite.size(20_000, 2000);
  for (let n = 0; n < times; n += 1) {
    const random = Random.of(suite.seed, 'proxy', n);
    const server = new URL(random.pick(SERVERS));
    const noProxy = Array.from({ length: random.int(4) }, () => random.pick(ENTRIES)).join(random.pick([',', ', ', ' ,']));
    const variable = random.pick(['NO_PROXY', 'no_proxy']);
    const scheme = server.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY';
    const env = { [random.pick([scheme, scheme.toLowerCase()])]: 'proxy.test:3128', [variable]: noProxy };
    const isDirect = Object.keys(proxyFor(server, env)).length === 0;
    expect(isDirect, `${server.href} NO_PROXY=${JSON.stringify(noProxy)} (SEED=${suite.seed}, ${n})`).toBe(goesDirectly(server, noProxy));
  }
  suite.tell({
    tried: 'random values of NO_PROXY for servers by name, address and port',
    times,
    outcome: 'the same choice as a port of Go’s code',
  });
});

const SILENT: Readonly<Record<string, (name: string) => KubeObject>> = {
  'silent for ten minutes': (name) => member(name, 600),
  'silent for a day': (name) => member(name, 86_400),
  'never heard': (name) => unheardMember(name, 86_400),
  'without a status': (name) => {
    const { status: _, ...rest } = member(name, 10) as KubeObject & { readonly status?: unknown };
    return { ...rest, metadata: { ...rest.metadata, creationTimestamp: new Date(NOW.getTime() - 86_400_000).toISOString() } };
  },
  'with a heartbeat that is no time': (name) =>
    JSON.parse(JSON.stringify(member(name, 10)).replace(/("lastReceivedHeartbeat":")[^"]*/, '$1never')) as KubeObject,
};

test('a member that is silent is not good', async () => {
  const names = ['east', 'west'];
  const verdict = async (members: readonly KubeObject[]): Promise<number> => {
    const cwd = temporaryFolder();
    const items = objectsOf({ ...greenFleet(names), members });
    writeFileSync(path.join(cwd, 'hub.json'), JSON.stringify({ apiVersion: 'v1', kind: 'List', items }));
    return (await runCli(cwd, ['diagnose', 'crp/shop', '--from', 'hub.json', '--now', NOW.toISOString()])).exitCode;
  };
  expect(await verdict(names.map((name) => member(name, 10)))).toBe(0);
  let times = 0;
  for (const [what, of] of Object.entries(SILENT))
    for (const silent of [names, ['east'], ['west']]) {
      const members = names.map((name) => (silent.includes(name) ? of(name) : member(name, 10)));
      expect(await verdict(members), `${what}: ${silent.join(', ')}`).not.toBe(0);
      times += 1;
    }
  suite.tell({ tried: 'all or one of the members silent, never heard, or without a status', times, outcome: 'none passed' });
});
