/** A name in a mermaid picture, as Kubernetes has them; whatever else is in untrusted text could be markup of the picture. */
export function pictureLabel(text: string): string {
  return text.slice(0, 120).replaceAll(/[^\w./ -]/g, '?');
}

/**
 * The same at the start of a line of a mermaid chart: between quotation marks where the chart would see no name there, or a word of its own
 * before one. Source: mermaid, `diagrams/gantt/parser/gantt.jison`.
 */
export function chartLabel(text: string): string {
  const label = pictureLabel(text).trim();
  return label === '' || CHART_WORD.test(label) ? `"${label}"` : label;
}

const CHART_WORD =
  /^(?:gantt|inclusiveenddates|topaxis|\d{4}-\d\d-\d\d|(?:dateformat|axisformat|tickinterval|includes|excludes|todaymarker|weekday|weekend|title|acctitle|accdescr|accdescription|section|click|call|href)(?: |$))/i;
