/** Untrusted text as a name in a mermaid picture. Only characters of Kubernetes names are kept, because others could be markup. */
export function pictureLabel(text: string): string {
  return text.slice(0, 120).replaceAll(/[^\w./ -]/g, '?');
}

/**
 * The same at the start of a line of a mermaid chart: in quotation marks if the chart would not read it as a name, or would read it as a
 * keyword. Source: mermaid, `diagrams/gantt/parser/gantt.jison`.
 */
export function chartLabel(text: string): string {
  const label = pictureLabel(text).trim();
  return label === '' || CHART_WORD.test(label) ? `"${label}"` : label;
}

const CHART_WORD =
  /^(?:gantt|inclusiveenddates|topaxis|\d{4}-\d\d-\d\d|(?:dateformat|axisformat|tickinterval|includes|excludes|todaymarker|weekday|weekend|title|acctitle|accdescr|accdescription|section|click|call|href)(?: |$))/i;
