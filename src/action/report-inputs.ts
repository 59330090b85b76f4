/** The inputs that request a report file, by format. */
export const REPORT_INPUTS = { json: 'report-file', sarif: 'sarif-file', html: 'html-file' } as const;

export type ReportInputFormat = keyof typeof REPORT_INPUTS;

/** A report that is written to a file. */
export interface AskedReport {
  readonly format: ReportInputFormat;
  readonly file: string;
}

/** @param read returns the value of an input, empty if it is not set */
export function askedReports(read: (name: string) => string): readonly AskedReport[] {
  return FORMATS.map((format) => ({ format, file: read(REPORT_INPUTS[format]) })).filter(({ file }) => file !== '');
}

export function isReportInputFormat(name: string): name is ReportInputFormat {
  return Object.hasOwn(REPORT_INPUTS, name);
}

const FORMATS = Object.keys(REPORT_INPUTS).filter(isReportInputFormat);
