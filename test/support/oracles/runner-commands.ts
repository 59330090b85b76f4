/**
 * A command that the Actions runner reads from a log, parsed as the runner does. Source: actions/runner, `ActionCommand.TryParseV2` and,
 * for lines that it does not accept, `ActionCommand.TryParse`. .NET compares words by culture, so characters without a weight are ignored.
 */
export interface RunnerCommand {
  readonly name: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly data: string;
}

/** The commands of a log, in order. Every name is accepted, because new releases of the runner add commands. */
export function commandsIn(log: string): readonly RunnerCommand[] {
  return log.split(/\r\n|\r|\n/).flatMap((line) => commandOf(line) ?? []);
}

/** The command of a line; `undefined` if it has none. */
export function commandOf(line: string): RunnerCommand | undefined {
  const text = line.replace(WEIGHTLESS, '');
  return secondForm(text) ?? firstForm(text);
}

const WEIGHTLESS = /(?![\t\n\v\f\r\u0085])[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
const LEADING = /^[\t-\r \u0085\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000]+/;

/** `::name key=value,key=value::data`, after optional white space. */
function secondForm(line: string): RunnerCommand | undefined {
  const text = line.replace(LEADING, '');
  const end = text.indexOf('::', 2);
  if (!text.startsWith('::') || end < 0) return undefined;
  return { ...infoOf(text.slice(2, end), ',', '%3A:%2C,'), data: unescaped(text.slice(end + 2), '') };
}

/**
 * `##[name key=value;key=value]data`, anywhere in the line; `##vso[…]` as Azure Pipelines reads it, in any case; and TeamCity's form. Azure
 * writes a percent sign as `%AZP25`. Source: microsoft/azure-pipelines-agent, `Command.TryParse` and `CommandStringConvertor.Unescape`.
 */
function firstForm(line: string): RunnerCommand | undefined {
  const [open] = /##(?:vso|teamcity)?\[/i.exec(line) ?? [];
  const start = open === undefined ? -1 : line.indexOf(open);
  const end = start < 0 ? -1 : line.indexOf(']', start);
  if (open === undefined || end < 0) return undefined;
  const percent = open.toLowerCase() === '##vso[' ? '%AZP25' : '%25';
  return {
    ...infoOf(line.slice(start + open.length, end), ';', '%3B;%5D]', percent),
    data: unescaped(line.slice(end + 1), '%3B;%5D]', percent),
  };
}

function infoOf(info: string, separator: string, escapes: string, percent = '%25'): Pick<RunnerCommand, 'name' | 'properties'> {
  const space = info.indexOf(' ');
  if (space < 0) return { name: info, properties: {} };
  const pairs = info
    .slice(space + 1)
    .trim()
    .split(separator)
    .flatMap((pair) => {
      const equals = pair.indexOf('=');
      return equals <= 0 || equals === pair.length - 1
        ? []
        : [[pair.slice(0, equals), unescaped(pair.slice(equals + 1), escapes, percent)] as const];
    });
  return { name: info.slice(0, space), properties: Object.fromEntries(pairs) };
}

/** The percent sign is replaced last, as the runner does. An escape that only results from this is not replaced. */
function unescaped(text: string, more: string, percent = '%25'): string {
  const pairs = `%0D\r%0A\n${more}`.matchAll(/(%[0-9A-F]{2})([\s\S])/g);
  return [...pairs].reduce((result, [, escape = '', char = '']) => result.replaceAll(escape, char), text).replaceAll(percent, '%');
}
