/** Characters that chats read as markup or as a mention, and similar characters without a meaning. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  '<': '‹',
  '>': '›',
  '[': '［',
  ']': '］',
  '@': '＠',
  '*': '∗',
  '~': '∼',
  '|': '¦',
  '`': 'ˋ',
};

/**
 * A text that chats show unchanged: Slack's `<!channel>` and `<address|label>`, `@everyone` and `@here`, and the markdown of Teams, Discord
 * and Mattermost become similar characters. An address in it is not a link: only our own links can be followed.
 */
export function chatText(text: string): string {
  return text
    .replace(/[<>[\]@*~|`]/g, (sign) => LOOKALIKES[sign] ?? sign)
    .replace(/&(?=#|\w{1,32};)/g, '＆')
    .replaceAll('://', ':∕∕')
    .replace(/\bwww\./gi, (word) => `${word.slice(0, -1)}․`)
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '＿');
}
