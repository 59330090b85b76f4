import { type Styler, wrap } from '../../report/text/terminal.ts';

/** Renders a page of `rulePage` or `failurePage` for a terminal: the same words without markdown. */
export function terminalPage(markdown: string, width: number, style: Styler): string {
  let fenced = false;
  const titled = markdown.replace(/^# (.*)\n\n/, '# $1: ');
  const lines = titled.split('\n').flatMap((line): readonly string[] => {
    if (line.startsWith('```')) {
      fenced = !fenced;
      return [];
    }
    if (fenced) return [`    ${line}`.trimEnd()];
    const heading = /^#+ (.*)$/.exec(line)?.[1];
    if (heading !== undefined) return [style.bold(heading)];
    // bounded: a line of a page of ours.
    const row = /^\| (.*) \| (.*) \|$/.exec(line);
    if (row !== null) return row[1] === '' ? [] : [wrap(`${plain(row[1] ?? '')}: ${plain(row[2] ?? '')}`, width, 2)];
    if (/^\|[-| ]+\|$/.test(line)) return [];
    return [wrapAround(plain(line), width, /^\s*(?:\d+\.|-) /.exec(line)?.[0].length ?? 0)];
  });
  return `${lines
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()}\n`;
}

/** Wraps text but keeps code on one line, so that it can be copied. */
function wrapAround(text: string, width: number, indent: number): string {
  const whole = text.replaceAll(/`[^`]*`/g, (code) => code.replaceAll(' ', NO_BREAK));
  return wrap(whole, width, indent).replaceAll(NO_BREAK, ' ');
}

/** Our pages do not contain this character. */
const NO_BREAK = '\u00A0';

/** Replaces a link by its address, or by its text if it leads to a file in the same folder. */
function plain(text: string): string {
  // bounded: a line of a page of ours.
  const inside = text.replaceAll(/\[([^\]]*)\]\((?:#|\.\.\/)[^)]*\)/g, '$1');
  // bounded: a line of a page of ours.
  const outside = inside.replaceAll(/\[([^\]]*)\]\((https?:[^)]*)\)/g, '$1: $2');
  // bounded: a line of a page of ours.
  return outside.replaceAll(/<(https?:[^>]*)>/g, '$1').replaceAll('\\|', '|');
}
