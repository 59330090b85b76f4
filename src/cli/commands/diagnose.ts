import { diagnose } from '../../gates/loop/judge-once.ts';
import { hubSecretsHider, withoutHubSecrets } from '../../gates/loop/without-hub-secrets.ts';
import { expectationOf } from '../../gates/deploy/expectation.ts';
import { interestsOf } from '../../gates/loop/needed-types.ts';
import type { Target } from '../../gates/deploy/target.ts';
import type { GateReport } from '../../report.ts';
import { loadConfig } from '../settings/config-file.ts';
import { readDeployed } from '../hub/deployed.ts';
import { parseFormats } from '../output/output.ts';
import { openSource, type Source } from '../hub/judged-source.ts';
import { doctorForGate } from '../hub/doctor-for-gate.ts';
import { gateOptions } from '../settings/gate-options.ts';
import { gateReportParts } from '../hub/gate-settings.ts';
import { type CommandRun, gateResult, orReported } from '../output/run-result.ts';
import { defined } from '../command-line/invocation.ts';
import { allTargets, checkTargets, targetsOf, withUnlisted } from '../hub/targets.ts';

/** `fleet-gate diagnose [KIND/[NS/]NAME…]` judges a hub or files once, without waiting. */
export const runDiagnose: CommandRun = (invocation, io) =>
  orReported('diagnose', invocation, io, async (opened) => {
    const destinations = parseFormats(invocation);
    checkTargets(invocation, io.cwd);
    const found = await loadConfig(invocation, io);
    const options = gateOptions(invocation, found.config.gate ?? {});
    const { manifests, templates, notes } = await readDeployed(invocation, io);
    let deployed = manifests;
    let seen: Source | undefined;
    const judge = async (): Promise<GateReport> => {
      const source = await openSource(invocation, io, opened, options);
      seen = source;
      const { reader, namespace, access, members } = source;
      const findTargets = async (): Promise<readonly Target[]> => {
        const named = await targetsOf(invocation, reader, namespace);
        return named.length === 0 && manifests === undefined ? allTargets(reader) : named;
      };
      try {
        const isAll = invocation.positionals.length === 0 && manifests === undefined;
        // If the hub refuses the targets as well, its answer still has all rights that are missing.
        if (isAll) source.preflight?.((await import('../hub/doctor-needs.ts')).hubNeeds({ targets: [] }).interests);
        const targets = await (access === undefined ? findTargets() : access.retry(findTargets, { again: () => reader.refresh() }));
        const expectation = expectationOf({
          targets,
          options,
          terms: invocation.named,
          paths: invocation.values('manifests'),
          reach: source.reach(found),
          ...(namespace === undefined ? {} : { namespace }),
          ...defined({ manifests, templates }),
        });
        deployed = expectation.manifests;
        source.preflight?.(interestsOf(expectation));
        const report = await diagnose({ reader, expectation, signal: io.signal, ...defined({ members, access }) });
        const isListed = isAll || invocation.value('selector') !== undefined;
        return withoutHubSecrets(isListed ? withUnlisted(report, reader) : report, hubSecretsHider(reader.state(), manifests));
      } finally {
        source.notices?.();
      }
    };
    const isLive = invocation.values('from').length === 0;
    const beside = isLive ? doctorForGate({ manifests, options, notices: () => seen?.seen?.() ?? [] }, invocation, io) : undefined;
    const saidOf = gateReportParts({ invocation, found, notes }, () => deployed);
    return gateResult('diagnose', invocation, destinations, io, saidOf, judge, beside);
  });
