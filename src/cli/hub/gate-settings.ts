import { type Config, GATE_FLAGS } from '../../settings/settings.ts';
import { listed } from '../../fleet/text/listed.ts';
import { durationText } from '../../duration.ts';
import { type RequiredClusters, requiredClustersText } from '../../gates/required-clusters.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import type { GateReport, Report } from '../../report.ts';
import { type Share, shareText } from '../../share.ts';
import type { FoundConfig } from '../settings/config-file.ts';
import { hasManifests } from '../settings/gate-options.ts';
import { defined, type Invocation } from '../command-line/invocation.ts';
import { notJudgedObjects } from './not-judged-objects.ts';
import { configNamed } from '../settings/report-settings.ts';
import { notesOf } from '../output/run-result.ts';

interface AskedGate {
  readonly invocation: Invocation;
  readonly found: FoundConfig;
  /** Sentences about how the deploy was read. */
  readonly notes: readonly string[];
}

/**
 * The parts of a gate's report beside its verdict: settings from its configuration, settings that have no effect, and objects that were
 * not judged.
 * @param deployed the objects of the deploy with the namespaces in which they were judged, as far as they are known when the gate ends
 */
export function gateReportParts(
  { invocation, found, notes }: AskedGate,
  deployed: () => readonly KubeObject[] | undefined,
): (gate: GateReport) => Pick<Report, 'settings' | 'notes'> {
  const settings = gateSettings(invocation, found);
  const unchecked = voidSettings(invocation, found.config.gate ?? {});
  const ignored = ignoredFields(invocation);
  return (gate) => ({
    ...settings,
    ...notesOf([...unchecked, ...notes, ...ignored, ...notJudgedObjects(gate, deployed(), invocation.command !== 'approve')]),
  });
}

/** A pass must not read as one of all content. */
function ignoredFields(invocation: Invocation): readonly string[] {
  const fields = invocation.values('ignore-fields');
  return fields.length === 0 ? [] : [`Not compared with the hub (${invocation.named('ignore-fields')}): ${listed(fields, 5)}.`];
}

/** The settings that the configuration sets and flags do not override; empty if there are none. */
function gateSettings(invocation: Invocation, found: FoundConfig): Pick<Report, 'settings'> {
  const { grace = {}, ...options } = found.config.gate ?? {};
  const set = [
    ...Object.entries(options).filter(([key]) => !isGiven(invocation, key)),
    ...Object.entries(grace).map(([family, value]) => [`grace.${family}`, value] as const),
  ].map(([key, value]) => [key, textOf(value)] as const);
  return set.length === 0 ? {} : { settings: { ...defined(configNamed(found)), gate: Object.fromEntries(set) } };
}

/** A configuration applies to all gates, so a setting that one of them cannot check is not an error. */
function voidSettings(invocation: Invocation, { requireSelected }: NonNullable<Config['gate']>): readonly string[] {
  if (requireSelected !== true || isGiven(invocation, 'requireSelected') || hasManifests(invocation)) return [];
  return [`gate.requireSelected of the configuration checks nothing here: give ${invocation.named('manifests', 'PATH')}.`];
}

function isGiven(invocation: Invocation, key: string): boolean {
  return GATE_FLAGS.some((flag) => flag.key === key && invocation.value(flag.name) !== undefined);
}

function textOf(value: string | boolean | number | Share | RequiredClusters): string {
  if (typeof value === 'number') return durationText(value);
  if (typeof value !== 'object') return String(value);
  return 'kind' in value ? requiredClustersText(value) : shareText(value);
}
