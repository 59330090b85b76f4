import type { HubState } from '../../fleet/kubefleet/hub-state.ts';
import { systemClock } from '../../gates/clock.ts';
import { expectationOf } from '../../gates/deploy/expectation.ts';
import { HubWatch } from '../../gates/loop/hub-watch.ts';
import { interestsOf } from '../../gates/loop/needed-types.ts';
import { hubSecretsHider, progressWithoutSecrets, withoutHubSecrets } from '../../gates/loop/without-hub-secrets.ts';
import { wait } from '../../gates/loop/wait.ts';
import type { LiveHub } from '../../gates/hub/connect-hub.ts';
import type { GateReport } from '../../report.ts';
import { loadConfig } from '../settings/config-file.ts';
import { readDeployed } from '../hub/deployed.ts';
import { checkFolders, parseFormats } from '../output/output.ts';
import { doctorForGate } from '../hub/doctor-for-gate.ts';
import { gateOptions } from '../settings/gate-options.ts';
import { gateReportParts } from '../hub/gate-settings.ts';
import { type CommandRun, gateResult, orReported } from '../output/run-result.ts';
import { accessGrace, openHub, openMembers, watchNotices } from '../hub/open-hub.ts';
import { reachOf } from '../hub/reach-of.ts';
import { showProgress } from '../hub/progress.ts';
import { defined } from '../command-line/invocation.ts';
import { checkTargets, targetsOf, withUnlisted } from '../hub/targets.ts';

/** Milliseconds. If a hub refuses access until the timeout, the outcome must be a refusal, not a missing answer. */
const LAST_WORD_MS = 5000;

/** `fleet-gate wait [KIND/[NS/]NAME…]` is the gate. */
export const runWait: CommandRun = (invocation, io) =>
  orReported('wait', invocation, io, async (opened) => {
    const destinations = parseFormats(invocation);
    checkFolders(destinations, invocation, io);
    checkTargets(invocation, io.cwd);
    const found = await loadConfig(invocation, io);
    const options = gateOptions(invocation, found.config.gate ?? {});
    const { manifests, templates, notes } = await readDeployed(invocation, io);
    let deployed = manifests;
    let seen: LiveHub | undefined;
    const judge = async (): Promise<GateReport> => {
      const access = accessGrace(Math.min(options.accessGrace, Math.max(0, options.timeout - LAST_WORD_MS)), invocation, io);
      const hub = opened.add(await openHub(invocation, io, access));
      seen = hub;
      const members = await openMembers(invocation, io);
      if (members !== undefined) opened.add(members);
      const namespace = hub.namespace === undefined ? {} : { namespace: hub.namespace };
      const clock = io.clock ?? systemClock;
      const asking = access.retry(() => targetsOf(invocation, hub, hub.namespace), { again: () => hub.refresh() });
      // Only the hub knows which targets have these labels, and it may not answer.
      const watch = new HubWatch({ reader: hub, clock, signal: io.signal, timeout: options.timeout });
      const isInTime = invocation.value('selector') === undefined || (await watch.answered(asking.then(() => undefined)));
      if (!isInTime) throw watch.noAnswer();
      const targets = await asking;
      const expectation = expectationOf({
        targets,
        options,
        terms: invocation.named,
        paths: invocation.values('manifests'),
        reach: reachOf(invocation, io, found),
        ...namespace,
        ...defined({ manifests, templates }),
      });
      deployed = expectation.manifests;
      hub.preflight(interestsOf(expectation));
      const progress = showProgress(invocation, io, { targets: expectation.targets, timeout: options.timeout });
      const notices = watchNotices([hub, ...(members === undefined ? [] : [members])], invocation, io);
      const hide = (state: HubState): ReturnType<typeof hubSecretsHider> => hubSecretsHider(state, manifests);
      try {
        const report = await wait({
          reader: hub,
          access,
          clock,
          expectation,
          signal: io.signal,
          ...defined({ members }),
          onProgress: (view, state) => (progress.clear(), notices(), progress.update(progressWithoutSecrets(view, hide(state)))),
          onUnserved: progress.unserved,
        });
        const isListed = invocation.value('selector') !== undefined;
        return withoutHubSecrets(isListed ? withUnlisted(report, hub) : report, hide(hub.state()));
      } finally {
        progress.end();
        notices();
      }
    };
    const beside = doctorForGate({ manifests, options, timeout: options.timeout, notices: () => seen?.notices() ?? [] }, invocation, io);
    const saidOf = gateReportParts({ invocation, found, notes }, () => deployed);
    return gateResult('wait', invocation, destinations, io, saidOf, judge, beside);
  });
