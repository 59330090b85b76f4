/**
 * Where the program is that a command starts in its own folder, behind variables, programs that pass on to it, as `sudo` and `timeout 60`, and
 * their flags. The number of words if there is none.
 */
export function startOfProgram(words: readonly string[]): number {
  const start = words.findIndex((word) => !PASSES_ON.test(word));
  return start < 0 ? words.length : start;
}

// linear: it is anchored, and the name of a variable ends at the equals sign.
const PASSES_ON =
  /^(?:\w+=.*|sudo|env|time|exec|command|nohup|nice|setsid|timeout|--|-[EHkn]|--(?:foreground|preserve-status|preserve-env(?:=.*)?)|\d+(?:\.\d+)?[smhd]?)$/s;
