import { posix } from 'node:path';
import { isAtOrAround } from './at-or-around.ts';
import { outputsOf } from '../script/built-by-command.ts';
import type { CommandLine } from '../shell/command-line.ts';
import { fileFrom } from '../shell/script-paths.ts';

/** The paths of a job that are outside of the repository. */
export interface PathsOutside {
  /** Whether no file of the tree or program may write what is there. */
  readonly isCertain: boolean;
  /** @param clones the folders of this repository; empty for the top */
  readonly has: (folder: string, path: string, clones: ReadonlySet<string>) => boolean;
}

/**
 * A path that leads out of the repository, or starts at the top of the machine or of the home directory. It is not one of them if a
 * command of the job names it, or a folder around it, as more than an input: the content may be made of the tree.
 * @param isOnHost whether the folder of the repository is known, as on a runner of GitHub
 * @param isOwnName whether a folder is named as this repository
 */
export function pathsOutside(lines: readonly CommandLine[], isOnHost: boolean, isOwnName: (name: string) => boolean): PathsOutside {
  const all = lines.flatMap(({ piped, folder }) => piped.map((words) => ({ words, folder })));
  const written = new Set(all.flatMap(({ words, folder }) => writtenBy(words).map((word) => placeOf(folder, word))));
  const isOut = (place: string): boolean => {
    if (/^[~/]/.test(place)) return isOnHost && !WITHIN.test(place);
    const name = place.split('/').find((each) => each !== '..');
    return place.startsWith('../') && name !== undefined && name !== 's' && !isOwnName(name);
  };
  return {
    isCertain: isOnHost && !all.some(({ words }) => /^\.(?:\/|$)/.test(programOf(words)) || words.some((word) => STARTS.test(word))),
    has: (folder, path, clones) => {
      const place = placeOf(folder, path);
      const isBeside =
        clones.size > 0 && /^[^/~$]*\.\.\//.test(path) && !clones.has('.') && !clones.values().some((each) => isAtOrAround(place, each));
      return (
        !/[$`]/.test(`${folder} ${place}`) && (isBeside || isOut(place)) && !written.values().some((each) => isAtOrAround(place, each))
      );
    },
  };
}

function placeOf(folder: string, path: string): string {
  const place = fileFrom(folder, path.replace(/^\$(?:HOME\b|\{HOME\})/, '~'));
  return posix
    .normalize(place)
    .replace(/^\/(?:home\/runner|root)(?=\/|$)/, '~')
    .replace(/\/$/, '');
}

/** The words of a command that may name what it writes. */
function writtenBy(words: readonly string[]): readonly string[] {
  const program = programOf(words);
  const isReading = READERS.test(program) || (program === 'helm' && words.some((word) => HELM_READERS.test(word)));
  return isReading ? outputsOf(words) : words.flatMap((word) => word.split(/[=:,>]+/)).filter((word) => word !== '');
}

function programOf(words: readonly string[]): string {
  return words.find((word) => word !== 'sudo' && !/^\w+=/.test(word)) ?? '';
}

const READERS =
  /^(?:(?:\S*\/)?(?:kubectl|oc|kapp|kustomize|kubeconform|kubeval)|cat|cd|pushd|diff|echo|find|grep|head|ls|tail|test|\[\[?)$/;
const HELM_READERS = /^(?:install|upgrade|template|lint|diff|dep|dependency)$/;
/** Folders of a runner with the repository, and those of devices. */
const WITHIN = /^(?:\/(?:github\/workspace|__w|dev|proc)|~\/work)(?:\/|$)/;
/** Programs that start other files. */
const STARTS =
  /^(?:source|make|npm|npx|pnpm|yarn|bun|just|task|bazel|node|ruby|go|docker|podman|terraform|tofu|python3?)$|\.(?:sh|bash|py|m?js|ts|rb|ps1)$/;
