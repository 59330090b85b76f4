import type { Check } from './check.ts';
import { approvalRights } from './checks/approval-rights.ts';
import { clock } from './checks/clock.ts';
import { context } from './checks/context.ts';
import { credentials } from './checks/credentials.ts';
import { identity } from './checks/identity.ts';
import { kinds } from './checks/kinds.ts';
import { kubefleet } from './checks/kubefleet.ts';
import { kubeconfig } from './checks/kubeconfig.ts';
import { loginProgram } from './checks/login-program.ts';
import { memberLogins } from './checks/member-logins.ts';
import { members } from './checks/members.ts';
import { reachability } from './checks/reachability.ts';
import { rights } from './checks/rights.ts';
import { serverUrl } from './checks/server-url.ts';
import { serverVersion } from './checks/server-version.ts';
import { examine, type Examination, type ExamineLimits } from './examine.ts';
import { type HubNeeds, StepwiseHub } from './stepwise-hub.ts';
import type { ConnectOptions } from '../hub/connect-hub.ts';

/** The checks of the connection to a hub, in the order of its steps. */
const CHECKS: readonly Check[] = [
  kubeconfig,
  context,
  serverUrl,
  loginProgram,
  credentials,
  reachability,
  serverVersion,
  identity,
  clock,
  kinds,
  kubefleet,
  rights,
  approvalRights,
  members,
  memberLogins,
];

/** Checks the connection to the hub step by step, and reports each problem. Never rejects because of a problem. */
export function doctor(options: ConnectOptions, needs: HubNeeds, limits: ExamineLimits): Promise<Examination> {
  const checks = CHECKS.filter(
    (check) => (check !== memberLogins || needs.members.size > 0) && (check !== approvalRights || needs.approves.length > 0),
  );
  return examine(checks, new StepwiseHub(options, needs), limits);
}
