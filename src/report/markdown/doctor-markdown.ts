import type { DoctorCheck, DoctorOutcome, DoctorReport, Report } from '../../report.ts';
import { DOCTOR_WORDS, doctorTitle, missingRole, notCheckedLine, shownChecks } from '../facts/doctor.ts';
import type { Depth } from './depth.ts';
import { details, fence, prose, sentence, table } from './markup.ts';
import { stepText } from './step-text.ts';

/** A table of the checks, what to do about those that are in the way, and the roles that would allow it. */
export function doctorMarkdown(report: Report, doctor: DoctorReport, depth: Depth): readonly string[] {
  const checks = shownChecks(report, doctor);
  const role = missingRole(doctor);
  const open = notCheckedLine(report, doctor);
  return [
    `**${prose(capitalised(doctorTitle(report, doctor)))}**`,
    ...(checks.length === 0 ? [] : [table([['', 'check', 'found'], ...checks.map((check) => rowOf(check, depth))])]),
    ...(open === undefined ? [] : [prose(open, depth.line)]),
    ...checks.flatMap(({ title, remedy }) => (remedy.length === 0 ? [] : [stepsOf(title, remedy)])),
    ...(role === undefined ? [] : [details(prose(capitalised(role.title)), fence(role.yaml, ROLE_CHARACTERS, 'yaml'), true)]),
  ];
}

function capitalised(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

/** All kinds there are take a tenth of it; a comment has room for it. */
const ROLE_CHARACTERS = 20_000;

const MARKS: Readonly<Record<DoctorOutcome, string>> = { ok: '✅', warning: '⚠️', failed: '❌', notChecked: '⏭️' };

function rowOf({ title, outcome, evidence }: DoctorCheck, depth: Depth): readonly string[] {
  const found = evidence.map((line) => prose(line, Math.min(500, depth.line))).join('<br>');
  return [`${MARKS[outcome]} ${DOCTOR_WORDS[outcome]}`, prose(title), found];
}

function stepsOf(title: string, remedy: readonly string[]): string {
  return [`**${sentence(`${title}: what to do`)}**`, '', ...remedy.map((step, index) => `${index + 1}. ${stepText(step, 1000)}`)].join(
    '\n',
  );
}
