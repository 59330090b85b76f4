import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import type { Random } from '../fuzz/random.ts';

/** Texts for single fields that API servers parse, valid and invalid ones, in objects that are otherwise valid. */
export const LEAVES: Readonly<Record<string, (random: Random) => KubeObject>> = {
  address: (random) => object('v1', 'Service', { ports: [{ port: 80 }], clusterIP: 'None', externalIPs: [address(random)] }),
  host: (random) =>
    object('networking.k8s.io/v1', 'Ingress', {
      rules: [{ host: random.pick(HOSTS), http: { paths: [{ path: '/', pathType: 'Prefix', backend: BACKEND }] } }],
    }),
  network: (random) => {
    const block = { cidr: network(random), except: random.some(0, 1, () => network(random)) };
    return object('networking.k8s.io/v1', 'NetworkPolicy', { podSelector: {}, ingress: [{ from: [{ ipBlock: block }] }] });
  },
  schedule: (random) => object('batch/v1', 'CronJob', { schedule: schedule(random), jobTemplate: JOB }),
  zone: (random) => object('batch/v1', 'CronJob', { schedule: '@daily', timeZone: zone(random), jobTemplate: JOB }),
};

function object(apiVersion: string, kind: string, spec: unknown): KubeObject {
  return { apiVersion, kind, metadata: { name: 'leaf', namespace: 'default' }, spec };
}

const BACKEND = { service: { name: 'web', port: { number: 80 } } };
const JOB = { spec: { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'a', image: 'a' }] } } } };

const NUMBERS = [
  '0',
  '1',
  '5',
  '00',
  '59',
  '60',
  '7',
  '31',
  '32',
  '12',
  '23',
  '24',
  '*',
  '?',
  '+3',
  'sun',
  'MON',
  'Fri',
  'jan',
  'DEC',
  'x',
  '',
];
const WORDS = ['@daily', '@Daily', '@reboot', '@every 5m', '@every', '@every 1', '@every .5s', '@every -1h', '@every 1d', '@every 1h ', ''];

function schedule(random: Random): string {
  if (random.oneIn(8)) return random.pick(WORDS);
  if (random.oneIn(8)) return `${random.pick(['TZ=UTC', 'CRON_TZ=UTC'])} ${random.pick(['@daily', '0 0 * * *'])}`;
  const count = random.oneIn(6) ? random.int(8) : 5;
  const field = (): string => random.some(1, 2, () => range(random)).join(',');
  return random.some(count, count, () => (random.oneIn(2) ? '*' : field())).join(random.pick([' ', ' ', ' ', '  ', '\t', '\u00A0']));
}

function range(random: Random): string {
  const ends = random.some(1, random.oneIn(5) ? 3 : 2, () => random.pick(NUMBERS)).join('-');
  return random.oneIn(3) ? `${ends}/${random.some(1, random.oneIn(5) ? 2 : 1, () => random.pick(NUMBERS)).join('/')}` : ends;
}

const OCTETS = ['0', '1', '10', '010', '255', '256', '192', 'x', '0000001'];
const SIX = [
  `::|2001:db8::|FE80:0abc:0:0:0:0:0:0|1:2:3:4:5:6:7::|1:2:3:4:5:6:7:8::|::1:2:3:4:5:6:7:8|::ffff:1.2.3.4`,
  `::1.2.3.4|1::2::3|:::|1:2:3:4:5:6:7|1:2:3:4:5:6:7:8|00001::|12345::|fe80::1%eth0|:1|1:|::g`,
].flatMap((line) => line.split('|'));

function address(random: Random): string {
  const count = random.oneIn(8) ? 5 : 4;
  return random.oneIn(3) ? random.pick(SIX) : random.some(count, count, () => random.pick(OCTETS)).join('.');
}

function network(random: Random): string {
  return `${address(random)}/${random.pick(['0', '8', '16', '24', '32', '33', '08', '64', '128', '129', '', '-1', '+8', ' 8'])}`;
}

const HOSTS = [
  `a.example.com|*.example.com|*|*.|a*.example.com|*.*.com|10.0.0.1|A.example.com|a_b.com|*.COM|a.`,
  `-a.com|example|*.${'a.'.repeat(130)}b|${'a'.repeat(64)}.com|a.example.com:80|https://a.example.com|`,
].flatMap((line) => line.split('|'));

const ZONES = [
  `UTC|Etc/UTC|Europe/Berlin|America/Argentina/Buenos_Aires|EST5EDT|CET|US/Pacific|Etc/GMT-14|GMT|Local`,
  `utc|europe/berlin|Europe/Berln|Europe Berlin|PST|UTC+2|+02:00|+0200|Z||../UTC|Mars/Phobos`,
].flatMap((line) => line.split('|'));

function zone(random: Random): string {
  return random.pick(ZONES);
}
