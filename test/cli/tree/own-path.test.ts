import { expect, it } from 'vitest';
import { withOwnPath } from '../../../src/cli/tree/worlds/script/own-path.ts';
import { appliedTogether } from '../../../src/cli/tree/worlds/script/worlds-of-script.ts';

const places = (script: string, file = 'k/deploy.sh'): unknown => appliedTogether(withOwnPath(script, file)).flatMap((each) => each.places);

it.each([
  'cd "$(dirname "$0")"\nkubectl apply -f a.txt',
  'cd $(dirname $0) && kubectl apply -f a.txt',
  'cd `dirname $0`\nkubectl apply -f a.txt',
  'cd "$(dirname "${BASH_SOURCE[0]}")"\nkubectl apply -f a.txt',
  'cd "$(dirname "${BASH_SOURCE[0]:-$0}")"\nkubectl apply -f a.txt',
  'cd -P -- "$(dirname -- "$BASH_SOURCE")/.."\nkubectl apply -f k/a.txt',
  'cd "${0%/*}"/..\nkubectl apply -f k/a.txt',
  'cd "$(dirname "$(readlink -f "$0")")"\nkubectl apply -f a.txt',
  'cd $(dirname $(realpath $0)); cd ..; kubectl apply -f k/a.txt',
  'kubectl apply -f "$(dirname "$0")/a.txt"',
  'HERE=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" &> /dev/null && pwd)\nkubectl apply -f "${HERE}/a.txt"',
  'ROOT="$(cd "$(dirname "$0")/.." && pwd -P)"\nkubectl apply -f "$ROOT"/k/a.txt',
  'cd k\nkubectl apply -f "$PWD/a.txt"',
  'kubectl apply -f "$PSScriptRoot/a.txt"',
])('a script finds files by its own path: %s', (script) => {
  expect(places(script)).toEqual(['k/a.txt']);
});

it('a script at the top finds files there', () => {
  expect(places('cd "$(dirname "$0")"\nkubectl apply -f a.txt', 'deploy.sh')).toEqual(['a.txt']);
  expect(places('kubectl apply -f "${0%/*}/a.txt"', 'deploy.sh')).toEqual(['a.txt']);
});

it('`$` in the name of a script is no pattern', () => {
  expect(withOwnPath('cat "$0"', 'k/$&.sh')).toBe('cat "//k/$&.sh"');
});

it('other arguments, and other commands in a substitution, are not known', () => {
  const known = ['k/a.txt'];
  expect(places('cd "$(dirname "$1")"\nkubectl apply -f a.txt')).not.toEqual(known);
  expect(places('cd "$(ask; dirname "$0")"\nkubectl apply -f a.txt')).not.toEqual(known);
});
