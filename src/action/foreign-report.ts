import { DOCS } from '../gates/catalogue/docs.ts';
import type { Finding } from '../finding.ts';
import type { BadObject, Diagnosis, GatedPlacement, GateReport, ReadyReason, Report } from '../report.ts';
import { listRules } from '../static/judge/explain.ts';
import type { ReportedRun } from './event.ts';

/**
 * The report of a foreign job, made safe to show in the name of this repository. Removed are commands to copy, the access to a hub that is
 * not ours, and addresses that are not on our site. The run page is that of the event.
 */
export function foreignReport(report: Report, { page }: Pick<ReportedRun, 'page'>): Report {
  const { run: _run, doctor: _doctor, lint, gate, ready, watch, ...rest } = report;
  const own = ownPages();
  return {
    ...rest,
    ...(page === undefined ? {} : { run: page }),
    ...(lint === undefined ? {} : { lint: { ...lint, findings: lint.findings.map((finding) => foreignFinding(finding, own)) } }),
    ...(ready === undefined ? {} : { ready: { ...ready, reasons: ready.reasons.map(foreignReason) } }),
    ...(gate === undefined ? {} : { gate: foreignGate(gate, own) }),
    ...(watch === undefined ? {} : { watch: { ...watch, bad: watch.bad.map(foreignWatched) } }),
  };
}

function foreignReason(told: ReadyReason): ReadyReason {
  const { remedy: _, ...reason } = told;
  return reason;
}

function foreignWatched(told: BadObject): BadObject {
  const { step: _, ...bad } = told;
  return bad;
}

function foreignGate(told: GateReport, own: ReadonlySet<string>): GateReport {
  const { rollback: _, ...gate } = told;
  return {
    ...gate,
    placements: gate.placements.map((each) => foreignTarget(each, own)),
    runs: gate.runs.map((each) => foreignTarget(each, own)),
  };
}

function foreignFinding(given: Finding, own: ReadonlySet<string>): Finding {
  const { page = '', rendered: _, ...finding } = given;
  const docs = own.has(finding.docs) ? finding.docs : '';
  return { ...finding, remedy: '', docs, ...(own.has(page) ? { page } : {}) };
}

function foreignTarget<T extends GatedPlacement>(given: T, own: ReadonlySet<string>): Omit<T, 'toProve'> {
  const { toProve: _, ...target } = given;
  return { ...target, diagnoses: target.diagnoses.map((diagnosis) => foreignDiagnosis(diagnosis, own)) };
}

function foreignDiagnosis({ learn = '', ...diagnosis }: Diagnosis, own: ReadonlySet<string>): Diagnosis {
  const docs = own.has(diagnosis.docs) ? diagnosis.docs : '';
  return { ...diagnosis, explain: '', remedy: [], docs, ...(own.has(learn) ? { learn } : {}) };
}

function ownPages(): ReadonlySet<string> {
  const ofRules = listRules().flatMap(({ page, docs }) => [page, docs]);
  return new Set([...ofRules, ...Object.values(DOCS).flatMap(({ kubefleet, microsoft }) => [kubefleet, microsoft])]);
}
