import type { DoctorCheck, DoctorOutcome, DoctorReport, Report } from '../../report.ts';
import { DOCTOR_WORDS, doctorTitle, missingRole, notCheckedLine, type ShownRole, shownChecks } from '../facts/doctor.ts';
import { stepText } from './step-text.ts';
import { barredLines, codeLine, type Styler, terminalLine, terminalLines, unpainted, wrap, wrapPainted } from './terminal.ts';

/** A line for each check, with its result and the step; then the roles that give the missing rights, to copy. */
export function doctorText(report: Report, doctor: DoctorReport, style: Styler, width: number | undefined): readonly (readonly string[])[] {
  if (!isInText(report)) return [];
  const role = missingRole(doctor);
  const open = notCheckedLine(report, doctor);
  return [
    [
      style.bold(wrap(doctorTitle(report, doctor), width, 2)),
      ...shownChecks(report, doctor).flatMap((check) => checkLines(check, style, width)),
      ...(open === undefined ? [] : [`  ${wrap(terminalLine(open), width, 4)}`]),
    ],
    ...(role === undefined ? [] : [roleLines(report, role, style, width)]),
  ];
}

/** Missing rights that did not stop the gate were reported on standard error when they were found. */
function isInText({ command, outcome }: Report): boolean {
  return command === 'doctor' || outcome === 'unreachable' || outcome === 'notAllowed';
}

function paintOf(outcome: DoctorOutcome, style: Styler): (text: string) => string {
  return { ok: style.green, warning: style.yellow, failed: style.red, notChecked: style.dim }[outcome];
}

/** The text before each line of evidence. */
const BAR = '    | ';

function checkLines({ title, asks, outcome, evidence, remedy }: DoctorCheck, style: Styler, width: number | undefined): readonly string[] {
  const head = wrapPainted(
    [
      { text: DOCTOR_WORDS[outcome], paint: paintOf(outcome, style) },
      unpainted(`  ${terminalLine(outcome === 'failed' ? `${title}: ${asks}` : title)}`),
    ],
    width,
    4,
  );
  return [
    `  ${head}`,
    ...evidence.flatMap(terminalLines).flatMap((line) => barredLines(line, BAR, width)),
    ...remedy.map((step, index) => `    ${index + 1}. ${stepText(step, width, 7)}`),
  ];
}

/** YAML is not wrapped, so that it can be copied. A gate only names the command that prints it. */
function roleLines({ command }: Report, { title, yaml }: ShownRole, style: Styler, width: number | undefined): readonly string[] {
  // `doctor` does not check whether something may be written.
  if (command !== 'doctor' && command !== 'approve') return [wrap(`\`fleet-gate doctor\` prints ${terminalLine(title)}`, width, 2)];
  return [style.bold(wrap(terminalLine(title), width, 2)), ...yaml.split('\n').map((line) => codeLine(line, undefined))];
}
