import { listAt, objectAt, type JsonObject } from '../../../fleet/json/json.ts';
import type { KubeObject } from '../../../fleet/kubernetes/object.ts';
import { isMapped, isWithin, networkOf, noNetwork } from './addresses.ts';
import { entriesIn } from './entries.ts';
import { portNameViolations, portNumberViolations } from './ports.ts';
import { selectorFaults } from './selectors.ts';
import { mistyped, wrongTogether, wrongValue, type Violation } from './violation.ts';

const TYPES = ['Ingress', 'Egress'];

/** Checks NetworkPolicies. Source: `pkg/apis/networking/validation/validation.go` of Kubernetes, ValidateNetworkPolicySpec. */
export function* networkPolicyViolations(object: KubeObject): Iterable<Violation> {
  const spec = objectAt(object, 'spec');
  if (spec === undefined) return;
  yield* selectorFaults(spec['podSelector'], '/spec/podSelector');
  const types = listAt(spec, 'policyTypes');
  if (types.length > TYPES.length) yield wrongTogether('/spec/policyTypes', types, 'has more than two entries', 'List each once.');
  for (const [index, type] of types.entries()) yield* mistyped(`/spec/policyTypes/${index}`, type, TYPES);
  for (const [direction, peers] of [
    ['ingress', 'from'],
    ['egress', 'to'],
  ] as const) {
    for (const { entry: rule, pointer } of entriesIn(spec, '/spec', direction)) {
      for (const port of entriesIn(rule, pointer, 'ports')) yield* portViolations(port.entry, port.pointer);
      for (const peer of entriesIn(rule, pointer, peers)) yield* peerViolations(peer.entry, peer.pointer);
    }
  }
}

function* portViolations(entry: JsonObject, pointer: string): Iterable<Violation> {
  const [port, end] = [entry['port'] ?? undefined, entry['endPort'] ?? undefined];
  yield* portNumberViolations(port, `${pointer}/port`);
  if (port === '') yield wrongValue(`${pointer}/port`, port, 'cannot be empty', 'Write a port, or remove the field.');
  yield* portNameViolations(port, `${pointer}/port`);
  if (typeof end !== 'number') return;
  const rests = [`${pointer}/port`];
  if (typeof port !== 'number')
    yield wrongTogether(`${pointer}/endPort`, [port], 'needs a number as `port`', 'Write the first port there.', rests);
  else if (end < port) yield wrongTogether(`${pointer}/endPort`, [], `is less than \`port\`, ${port}`, 'Write the last port there.', rests);
  else if (port >= 1) yield* portNumberViolations(end, `${pointer}/endPort`);
}

function* peerViolations(peer: JsonObject, pointer: string): Iterable<Violation> {
  const given = ['ipBlock', 'podSelector', 'namespaceSelector'].filter((name) => (peer[name] ?? undefined) !== undefined);
  if (given.length === 0) yield wrongTogether(pointer, [], 'does not name a peer', 'Add `podSelector`, `namespaceSelector` or `ipBlock`.');
  for (const name of given.filter((each) => each !== 'ipBlock')) yield* selectorFaults(peer[name], `${pointer}/${name}`);
  if (given[0] !== 'ipBlock') return;
  if (given.length > 1) yield wrongTogether(`${pointer}/ipBlock`, [], 'cannot be set together with selectors', 'Split it into two peers.');
  const block = objectAt(peer, 'ipBlock');
  if (block !== undefined) yield* blockViolations(block, `${pointer}/ipBlock`);
}

function* blockViolations(block: JsonObject, at: string): Iterable<Violation> {
  const cidr = block['cidr'] ?? '';
  if (typeof cidr !== 'string') return;
  const network = networkOf(cidr);
  if (network === undefined) yield noNetwork(`${at}/cidr`, cidr);
  if (network === undefined) return;
  for (const [index, written] of listAt(block, 'except').entries()) {
    if (typeof written !== 'string') continue;
    const except = networkOf(written);
    if (except === undefined) yield noNetwork(`${at}/except/${index}`, written);
    else if (!isMapped(except) && !isMapped(network) && !isWithin(except, network))
      yield wrongTogether(`${at}/except/${index}`, [written, cidr], `is not a smaller part of ${cidr}`, 'Write a part of `cidr`.', [
        `${at}/cidr`,
      ]);
  }
}
