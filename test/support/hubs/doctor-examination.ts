import { join } from 'node:path';
import type { EmbeddedHub } from '../../../src/demo/hub/embedded-hub.ts';
import { CLUSTER_GROUP } from '../../../src/fleet/kubefleet/kinds.ts';
import { systemClock } from '../../../src/gates/clock.ts';
import { doctor } from '../../../src/gates/doctor/doctor.ts';
import type { Examination, ExamineLimits } from '../../../src/gates/doctor/examine.ts';
import type { HubNeeds } from '../../../src/gates/doctor/stepwise-hub.ts';
import type { ConnectOptions } from '../../../src/gates/hub/connect-hub.ts';
import type { DoctorCheck } from '../../../src/report.ts';
import { typeOf } from '../../../src/gates/view/seen.ts';
import { kubeconfigFile } from './connected-hub.ts';
import { temporaryFolder } from '../trees/temporary-folder.ts';
import { writeProgram } from '../process/write-program.ts';

/** The needs of a wait for a placement: Works and members are read as well. */
export const NEEDS: HubNeeds = {
  interests: [typeOf('ClusterResourcePlacement'), typeOf('Work'), { group: CLUSTER_GROUP, kind: 'MemberCluster' }],
  vital: { interests: [typeOf('ClusterResourcePlacement')], enough: 'each' },
  alsoVital: () => [],
  snapshotsFor: () => [],
  selectedBy: () => [],
  unknownOf: () => undefined,
  forMs: 900_000,
  members: new Map(),
  approves: [],
  reach: {},
};

export interface Examined {
  /** The user of the kubeconfig; default: the token of the hub. */
  readonly user?: object;
  /** Fields that replace those of the kubeconfig's cluster. */
  readonly cluster?: object;
  readonly options?: Partial<ConnectOptions>;
  readonly needs?: Partial<HubNeeds>;
  readonly limits?: Partial<ExamineLimits>;
}

/** Runs the doctor against this hub. */
export function examined(hub: EmbeddedHub, { user, cluster, options, needs, limits }: Examined = {}): Promise<Examination> {
  const trusted = { 'certificate-authority-data': Buffer.from(hub.certificate).toString('base64') };
  return doctor(
    {
      kubeconfig: kubeconfigFile(hub.url, user ?? { token: hub.token }, { ...trusted, ...cluster }),
      env: { PATH: process.env['PATH'] },
      wallClock: () => Date.now(),
      ...options,
    },
    { ...NEEDS, ...needs },
    { clock: systemClock, limitMs: 60_000, signal: new AbortController().signal, ...limits },
  );
}

/** The check with this id. @throws if there is none */
export function checkIn({ doctor: { checks } }: Examination, id: string): DoctorCheck {
  const check = checks.find((each) => each.id === id);
  if (check === undefined) throw new Error(`no check ${id}`);
  return check;
}

/** The outcome of each check, by id. */
export function outcomesOf({ doctor: { checks } }: Examination): Readonly<Record<string, string>> {
  return Object.fromEntries(checks.map(({ id, outcome }) => [id, outcome]));
}

/** A kubeconfig user with a credential plugin that runs these lines of JavaScript. */
export function programUser(script: string, more: object = {}): object {
  const command = join(temporaryFolder(), 'login');
  writeProgram(command, script, process.execPath);
  return { exec: { apiVersion: 'client.authentication.k8s.io/v1', interactiveMode: 'Never', command, ...more } };
}

/** A kubeconfig user with a credential plugin that answers with this status. */
export function answering(status: object, more: object = {}): object {
  const credential = { apiVersion: 'client.authentication.k8s.io/v1', kind: 'ExecCredential', status };
  return programUser(`console.log(${JSON.stringify(JSON.stringify(credential))})`, more);
}

/** A JSON Web Token that expires at `end`, in milliseconds since the epoch. */
export function tokenUntil(end: number): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  return [part({ alg: 'RS256' }), part({ exp: Math.floor(end / 1000) }), 'signature'].join('.');
}
