/** Faults of one of our pictures: every line that our renderer does not write. */
export function pictureFaults(source: string): readonly string[] {
  const [head, ...lines] = source.split('\n');
  if (head === 'flowchart LR') return graphFaults(lines);
  return head === 'gantt' ? chartFaults(lines) : [`it begins with ${String(head)}`];
}

/** Allows only nodes, and edges between defined nodes. */
function graphFaults(lines: readonly string[]): readonly string[] {
  const nodes = new Set<string>();
  const faults: string[] = [];
  for (const line of lines) {
    const [, placement, , cluster] = /^ {2}(?:(p\d+)\["([\w./? -]*)"\]|(c\d+)\(\["([\w./? -]*)"\]\))$/.exec(line) ?? [];
    const [, from = '', to = ''] = /^ {2}(p\d+) (?:-->\|added\||-\.->\|removed\|) (c\d+)$/.exec(line) ?? [];
    const node = placement ?? cluster;
    if (node !== undefined && !nodes.has(node)) nodes.add(node);
    else if (!nodes.has(from) || !nodes.has(to)) faults.push(line);
  }
  return faults;
}

/** Allows only the time format, then sections with bars that end after they start. */
function chartFaults([format, axis, ...lines]: readonly string[]): readonly string[] {
  const faults = format === '  dateFormat x' && axis === '  axisFormat %M:%S' ? [] : [`times of the form ${format} and ${axis}`];
  if (lines[0]?.startsWith('  section ') !== true) faults.push(`no section but ${String(lines[0])}`);
  for (const line of lines) {
    const [, name = '', from, to] = /^ {2}([^:]*) :(?:done|active|crit), (\d+), (\d+)$/.exec(line) ?? [];
    const isBar = /^(?:[\w./?-][\w./? -]*|"[\w./? -]*")$/.test(name) && !CHART_WORDS.test(`${name} :`) && Number(from) < Number(to);
    if (!isBar && !/^ {2}section (?:[\w./?-][\w./? -]*|"[\w./? -]*")$/.test(line)) faults.push(line);
  }
  return faults;
}

/** Words at the start of a line that a chart does not read as a name. Source: mermaid, `diagrams/gantt/parser/gantt.jison`. */
const CHART_WORDS =
  /^(?:gantt|inclusiveEndDates|topAxis|\d{4}-\d\d-\d\d|acc(?:Title|Descr)\s*:|(?:dateFormat|axisFormat|tickInterval|includes|excludes|todayMarker|week(?:day|end)|title|accDescription|section|click|call|href)\s)/i;
