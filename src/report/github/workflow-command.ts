export type Properties = Readonly<Record<string, string | number>>;

/** One workflow command. Escaping as in the toolkit: `%`, CR and LF in the data, `:` and `,` too in a property. */
export function workflowCommand(name: string, properties: Properties, data: string): string {
  const list = Object.entries(properties).map(([key, value]) => `${key}=${escapeProperty(String(value))}`);
  return `::${name}${list.length > 0 ? ` ${list.join(',')}` : ''}::${escapeData(data)}`;
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
