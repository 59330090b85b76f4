import { dump } from 'js-yaml';
import { COMMAND_BRACKET, visible, withoutCommands } from '../../report/facts/words/visible.ts';

/**
 * Writes a value as YAML that is safe to print to a log. If a line would be a command of the Actions runner, or would hide or move text on
 * a terminal, flow style with escapes is used instead. The parsed value is the same.
 */
export function logSafeYaml(value: unknown): string {
  const yaml = dump(value, { lineWidth: -1, noRefs: true });
  return isSafe(yaml) ? yaml : `${escaped(JSON.stringify(value, undefined, 2))}\n`;
}

function isSafe(yaml: string): boolean {
  return !yaml.includes('\r') && visible(yaml) === yaml.replaceAll('\t', ' ') && withoutCommands(yaml) === yaml;
}

/** All text that is not the writer's own is in quotes, where YAML has an escape for every character. */
function escaped(json: string): string {
  return json.replace(COMMAND_BRACKET, String.raw`\u0023#`).replaceAll(/[^\n -~]/gu, (character) => {
    if (visible(character) === character) return character;
    const code = character.codePointAt(0) ?? 0;
    return code > 0xff_ff ? `\\U${code.toString(16).padStart(8, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`;
  });
}
