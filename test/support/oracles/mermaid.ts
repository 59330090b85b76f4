/** What is wrong with a picture of ours: any line that is no node and no edge between nodes that are there. */
export function pictureFaults(source: string): readonly string[] {
  const [head, ...lines] = source.split('\n');
  const nodes = new Set<string>();
  const faults = head === 'flowchart LR' ? [] : [`it begins with ${String(head)}`];
  for (const line of lines) {
    const [, placement, , cluster] = /^ {2}(?:(p\d+)\["([\w./? -]*)"\]|(c\d+)\(\["([\w./? -]*)"\]\))$/.exec(line) ?? [];
    const [, from = '', to = ''] = /^ {2}(p\d+) (?:-->\|added\||-\.->\|removed\|) (c\d+)$/.exec(line) ?? [];
    const node = placement ?? cluster;
    if (node !== undefined && !nodes.has(node)) nodes.add(node);
    else if (!nodes.has(from) || !nodes.has(to)) faults.push(line);
  }
  return faults;
}
