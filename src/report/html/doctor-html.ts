import type { DoctorCheck, DoctorReport, Report } from '../../report.ts';
import { DOCTOR_WORDS, doctorTitle, missingRole, notCheckedLine, shownChecks } from '../facts/doctor.ts';
import { capitalised } from '../../fleet/text/capitalised.ts';
import { element, type Html, sentence, SPACE, text } from './markup.ts';
import { quoted } from './quoted.ts';
import { sectionHtml } from './section-html.ts';
import { stepHtml } from './step-html.ts';

/** Each check with its result and its steps; then the roles that give the missing rights, to copy. */
export function doctorHtml(report: Report, doctor: DoctorReport): readonly Html[] {
  const role = missingRole(doctor);
  const open = notCheckedLine(report, doctor);
  return [
    ...sectionHtml(capitalised(doctorTitle(report, doctor)), [
      element('ul', { class: 'rows', role: 'list' }, ...shownChecks(report, doctor).map(checkHtml)),
      ...(open === undefined ? [] : [element('p', { class: 'facts' }, text(open))]),
      ...(role === undefined ? [] : [element('h3', {}, text(capitalised(role.title))), quoted(role.yaml)]),
    ]),
  ];
}

function checkHtml({ title, asks, outcome, evidence, remedy }: DoctorCheck): Html {
  return element(
    'li',
    { class: CLASSES[outcome], 'data-item': true },
    element('b', { class: 'mark' }, text(DOCTOR_WORDS[outcome])),
    SPACE,
    text(outcome === 'failed' ? `${title}: ${asks}` : title),
    ...evidence.map((line) => element('p', { class: 'facts' }, sentence(line))),
    ...(remedy.length === 0 ? [] : [element('ol', {}, ...remedy.map((step) => element('li', {}, stepHtml(step))))]),
  );
}

const CLASSES = { ok: 'good', warning: 'warning', failed: 'bad', notChecked: 'open' } as const;
