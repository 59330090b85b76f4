import { resolve } from 'node:path';
import { loadRenderers, render } from '../report/render.ts';
import { PLAIN, wrap } from '../report/text/terminal.ts';
import { EXIT_CODES, exitCodeOf, REPORT_SCHEMA, type GateReport, type LintReport, type Report } from '../report.ts';
import { checkFolder, save } from '../cli/output/requested-output-file.ts';
import { VERSION } from '../version.ts';
import type { DemoIo, DemoOptions } from './demo-io.ts';
import { lintSample, planSample, plantedRules, readSample } from './sample.ts';
import { gateShop, type ShopGate } from './shop-gate.ts';

/** The result of the demo. */
export interface DemoResult {
  /** 0 if each planted fault was found, one placement passed, and the other failed with its diagnosis. 130 if cancelled. */
  readonly exitCode: number;
  readonly report: Report;
}

/**
 * Runs the whole demo on built-in data, without a cluster or network: lints and plans the sample repository, then gates two deploys on an
 * embedded hub. Prints to stdout and writes the report as markdown, unless it is cancelled.
 * @throws {ConfigError} the report cannot be written.
 */
export async function runDemo(io: DemoIo, { out = 'fleet-gate-demo.md', style = PLAIN }: DemoOptions = {}): Promise<DemoResult> {
  await loadRenderers(['markdown']);
  if (out !== '-') checkFolder(resolve(io.cwd, out), `--out ${out}`);
  const width = io.stdout.isTTY ? io.stdout.columns : undefined;
  const say = (line = ''): void => io.stdout.write(`${line}\n`);
  const show = (part: Pick<Report, 'command' | 'lint' | 'plan' | 'gate'>): void => {
    io.stdout.write(render(reportOf(part), 'text', { style, ...(width === undefined ? {} : { width }) }));
    say();
  };
  const chapter = (title: string, text: string): void => say(`${style.bold(title)}\n${style.dim(text)}\n`);
  const sample = readSample();

  say('A shop with three clusters and a repository with ten planted faults, all built in: no cluster, no network.\n');
  chapter('1. What the hub would say, before the deploy', 'fleet-gate lint --clusters fleet/members.yaml .');
  const lint = await lintSample(sample);
  show({ command: 'lint', lint });

  chapter('2. What the scheduler would pick', 'fleet-gate plan --clusters fleet/members.yaml .');
  const plan = planSample(sample);
  show({ command: 'plan', plan });

  chapter(
    '3. The gate, after the deploy of storefront (a new image) and billing (new)',
    'fleet-gate wait --manifests storefront --manifests billing   (the hub is an API server of this process that plays what KubeFleet writes)',
  );
  const gate = await gateShop({ line: say, aside: (text) => say(`\n${style.yellow(wrap(`>>> ${text}`, width, 4))}\n`) }, io.signal);
  say();
  show({ command: 'wait', gate: gate.report });

  const report = reportOf({ command: 'demo', lint, plan, gate: gate.report });
  if (gate.report.outcome === 'cancelled') return { exitCode: EXIT_CODES.cancelled, report };
  publish(report, out, io, say);
  const faults = faultsOf(lint, gate);
  for (const fault of faults) say(`The demo did not go as planted: ${fault}`);
  if (faults.length > 0) return { exitCode: EXIT_CODES.failed, report };
  say(`As planted: all ${plantedRules().length} faults found, storefront passed with its new content, billing failed and named why.`);
  return { exitCode: EXIT_CODES.passed, report };
}

function reportOf(parts: Pick<Report, 'command' | 'lint' | 'plan' | 'gate'>): Report {
  const [outcome, exitCode] =
    parts.gate === undefined ? (['findings', EXIT_CODES.failed] as const) : ([parts.gate.outcome, exitCodeOf(parts.gate.outcome)] as const);
  return { schema: REPORT_SCHEMA, tool: { name: 'fleet-gate', version: VERSION }, outcome, exitCode, ...parts };
}

function publish(report: Report, out: string, io: DemoIo, say: (line: string) => void): void {
  const markdown = render(report, 'markdown');
  if (out === '-') return io.stdout.write(markdown);
  const path = resolve(io.cwd, out);
  save(path, markdown, `--out ${out}`);
  say(`The same as a report: ${path}`);
}

/** Lists the differences from the planted result. A demo with a different result must not appear to work. */
function faultsOf(lint: LintReport, { report, falselyGreen }: ShopGate): readonly string[] {
  const found = new Set(lint.findings.map(({ rule }) => rule));
  const missed = plantedRules().filter((rule) => !found.has(rule));
  return [
    ...missed.map((rule) => `lint did not find ${rule}`),
    ...(verdictOf(report, 'storefront') === 'passed' ? [] : [`storefront is ${verdictOf(report, 'storefront')}, not passed`]),
    ...(verdictOf(report, 'billing') === 'failed' ? [] : [`billing is ${verdictOf(report, 'billing')}, not failed`]),
    ...(report.placements.some(({ diagnoses }) => diagnoses.some(({ id }) => id === REFUSAL))
      ? []
      : [`nothing was diagnosed as ${REFUSAL}`]),
    ...(falselyGreen.includes('ClusterResourcePlacement/storefront') ? [] : ['storefront was never green on its old content']),
  ];
}

/** The planted fault of billing on oslo. */
const REFUSAL = 'apply-owned-by-other-controller';

function verdictOf(report: GateReport, name: string): string {
  return report.placements.find(({ object }) => object.name === name)?.verdict ?? 'not checked';
}
