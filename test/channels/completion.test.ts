/** Completion, as the real shells complete. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bashCompletion } from '../../src/cli/completion/bash.ts';
import { completedCommands, type Shell, SHELLS } from '../../src/cli/completion/completed.ts';
import { fishCompletion } from '../../src/cli/completion/fish.ts';
import { zshCompletion } from '../../src/cli/completion/zsh.ts';
import { channelProgram } from './tools.ts';

let dir = '';
beforeAll(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'fleet-gate-completion-'));
  mkdirSync(path.join(dir, 'deploy'));
  writeFileSync(path.join(dir, 'clusters.yaml'), '');
  const commands = completedCommands();
  writeFileSync(path.join(dir, 'fleet-gate.bash'), bashCompletion(commands));
  writeFileSync(path.join(dir, 'fleet-gate.zsh'), zshCompletion(commands));
  writeFileSync(path.join(dir, 'fleet-gate.fish'), fishCompletion(commands));
  writeFileSync(path.join(dir, 'ask.bash'), ASK_BASH);
  writeFileSync(path.join(dir, '.zshrc'), ZSHRC);
  writeFileSync(path.join(dir, 'ask.zsh'), ASK_ZSH);
  writeFileSync(path.join(dir, 'ask.fish'), 'source fleet-gate.fish; complete -C "$argv[1]"\n');
});

afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** Names of files are completed by bash itself. */
const FILES_OF = (shell: Shell, ...names: readonly string[]): readonly string[] => (shell === 'bash' ? [] : names);

describe.each(SHELLS)('%s', (shell) => {
  const program = channelProgram(shell);
  test.skipIf(program === undefined).each<readonly [string, readonly string[]]>([
    ['fleet-gate l', ['lint']],
    ['fleet-gate lint --targ', ['--target']],
    ['fleet-gate lint --target ', ['aks', 'main', 'v0.3']],
    ['fleet-gate wait --on-approval f', ['fail']],
    ['fleet-gate st', ['status']],
    ['fleet-gate clust', ['clusters']],
    ['fleet-gate in', ['init']],
    ['fleet-gate status --output ', ['json', 'name', 'table', 'wide']],
    ['fleet-gate status --watc', ['--watch']],
    ['fleet-gate status cr', ['crp/']],
    ['fleet-gate init --target a', ['aks']],
    ['fleet-gate lint --no-fail', ['--no-fail-on-assumption', '--no-fail-on-not-evaluated']],
    ['fleet-gate wait ', ['crp/', 'csur/', 'rp/', 'sur/']],
    ['fleet-gate wait deplo', []],
    ['fleet-gate wait --no-fail', ['--no-fail-on-drift']],
    ['fleet-gate ready --no-allow', []],
    ['fleet-gate explain run-canno', ['run-cannot-start']],
    ['fleet-gate completion ', ['bash', 'fish', 'zsh']],
    ['fleet-gate lint clus', FILES_OF(shell, 'clusters.yaml')],
    ['fleet-gate lint --clusters clus', FILES_OF(shell, 'clusters.yaml')],
    ['fleet-gate lint --base-dir depl', FILES_OF(shell, shell === 'fish' ? 'deploy/' : 'deploy')],
    ['fleet-gate lint --base depl', []],
    ['fleet-gate doctor --format m', ['markdown']],
  ])('%s', (line, words) => {
    expect(asked(shell, line)).toEqual(words);
  });
});

function asked(shell: Shell, line: string): readonly string[] {
  const env = { ...process.env, ZDOTDIR: dir, HOME: dir, XDG_CONFIG_HOME: dir, LC_ALL: 'C.UTF-8' };
  const out = execFileSync(channelProgram(shell) ?? shell, [...(shell === 'zsh' ? ['-f'] : []), `ask.${shell}`, line], {
    cwd: dir,
    env,
    encoding: 'utf8',
  });
  const words = out.split('\n').flatMap((text) => text.split('\t')[0]?.trim() || []);
  return [...new Set(words)].toSorted();
}

const ASK_BASH = `source fleet-gate.bash
read -r -a COMP_WORDS <<< "$1"
case "$1" in *' ') COMP_WORDS+=('') ;; esac
COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))
_fleet_gate 2> /dev/null
printf '%s\\n' "\${COMPREPLY[@]}"
`;

/** What is added as a match is printed. */
const ZSHRC = `PROMPT=
autoload -U compinit; compinit -D -u -C
source fleet-gate.zsh
compadd() {
  if [[ \${@[1,(i)(-|--)]} == *-(O|A|D)\\ * ]]; then builtin compadd "$@"; return $?; fi
  typeset -a hits
  builtin compadd -A hits "$@"
  local hit
  for hit in $hits; do print -r -- "HIT:$hit"; done
  builtin compadd "$@"
}
capture() { _main_complete; compstate[insert]=; compstate[list]=; print -r -- "LA""ST" }
zle -C capture complete-word capture
bindkey "^I" capture
`;

/** Types the line and a tab in a separate terminal. */
const ASK_ZSH = `zmodload zsh/zpty
zpty typed zsh -i
zpty -w -n typed "$1"$'\\t'
zpty -r typed out '*LAST*'
for line in \${(f)\${out//$'\\r'/}}; do [[ $line == *HIT:* ]] && print -r -- \${line#*HIT:}; done
zpty -d typed
`;
