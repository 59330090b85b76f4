import { systemClock } from '../../gates/clock.ts';
import type { Interest } from '../../fleet/kubefleet/hub-state.ts';
import type { Notice } from '../../gates/hub/access/notices.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import type { GateOptions } from '../../gates/options.ts';
import type { GateReport, Report } from '../../report.ts';
import type { Invocation } from '../command-line/invocation.ts';
import type { Io } from '../process/io.ts';
import { missingRightsSection } from './missing-rights-section.ts';
import { memberLogins } from './member-logins.ts';
import { connectOptions } from './open-hub.ts';
import { knownReach } from './reach-of.ts';

/** Milliseconds. The verdict exists already, so additional information may only take a short time. */
const MOST_MS = 8000;

/** A gate and its maximum duration in milliseconds; without one it judges once. */
interface DoctorForGate {
  readonly manifests: readonly KubeObject[] | undefined;
  readonly timeout?: number;
  readonly options: GateOptions;
  /** Notices about the access to the hub. */
  readonly notices: () => readonly Notice[];
  /** Types that the command reads beside those of a gate. */
  readonly also?: readonly Interest[];
}

/**
 * The checks of the hub for the report of a gate that could not read it (exit 4 and 5). For other gates, the rights that were missing; for
 * a cancelled gate, nothing. Never rejects, and never takes longer than the gate's remaining time.
 */
export function doctorForGate(
  { manifests, options, timeout, notices, also = [] }: DoctorForGate,
  invocation: Invocation,
  io: Io,
): (gate: GateReport) => Promise<Pick<Report, 'doctor'>> {
  const clock = io.clock ?? systemClock;
  const began = clock.now();
  return async ({ outcome }) => {
    if (outcome === 'cancelled' || io.signal.aborted) return {};
    if (outcome !== 'unreachable' && outcome !== 'notAllowed') return missingRightsSection(notices(), knownReach(invocation, io));
    const limitMs = Math.max(0, Math.min(MOST_MS, timeout === undefined ? MOST_MS : began + timeout - clock.now()));
    try {
      const [{ doctor }, { askedOf, hubNeeds }] = await Promise.all([import('../../gates/doctor/doctor.ts'), import('./doctor-needs.ts')]);
      const ofGate = hubNeeds(askedOf(invocation, io, { manifests, options }));
      const needs = {
        ...ofGate,
        interests: [...ofGate.interests, ...also],
        forMs: timeout ?? 0,
        members: memberLogins(invocation, io),
        approves: [],
        reach: knownReach(invocation, io),
      };
      const found = await doctor(connectOptions(invocation, io), needs, { clock, limitMs, signal: io.signal });
      return io.signal.aborted ? {} : { doctor: found.doctor };
    } catch (error) {
      // The verdict and its cause do not depend on this.
      return { doctor: { checks: [failedItself(error)] } };
    }
  };
}

function failedItself(error: unknown): NonNullable<Report['doctor']>['checks'][number] {
  const evidence = [error instanceof Error ? error.message : String(error)];
  return { id: 'doctor', title: 'doctor', asks: 'What is in the way to the hub?', outcome: 'notChecked', evidence, remedy: [] };
}
