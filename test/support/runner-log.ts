/**
 * The commands the Actions runner would read out of a log, as it parses each line. They are `::name …::…` at its start, white space aside,
 * and `##[name …]` anywhere in it. Source: actions/runner, `ActionCommand.TryParseV2` and `TryParse`.
 */
export function commandsIn(log: string): readonly string[] {
  return log.split(/\r\n|\r|\n/).filter((line) => {
    const text = line.trimStart();
    return (text.startsWith('::') && text.indexOf('::', 2) > 0) || /##\[[^\]]*\]/.test(line);
  });
}
