/** Values of flags among the words of a command, as in `-f X`, `-f=X`, `-fX` and `--filename=X`. */
export function flagValuesIn(words: readonly string[], flags: readonly string[]): readonly string[] {
  return words.flatMap((word, index) => {
    const flag = flags.find((each) => word === each || word.startsWith(`${each}=`) || (each.length === 2 && word.startsWith(each)));
    if (flag === undefined) return [];
    return word === flag ? (words[index + 1] ?? []) : word.slice(flag.length).replace(/^=/, '');
  });
}
