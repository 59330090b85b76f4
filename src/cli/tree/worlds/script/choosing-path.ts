import { isPattern } from '../shell/path-patterns.ts';
import { pathFrom } from '../shell/script-paths.ts';
import { placeFrom } from './places-of-paths.ts';

/**
 * The pattern of the places of which a command takes one, as its caller says: `envs/*` for `envs/$ENV`. `undefined` if the variable may be any
 * path, or the place may be outside of the repository.
 */
export function choosingPath(folder: string, path: string): string | undefined {
  const [around, named] = [folder, path].map((each) => each.replaceAll(VARIABLE, '*'));
  const place = placeFrom(pathFrom(around ?? '', named ?? ''));
  const isKnown = isPattern(place) && /[^*/.]/.test(place) && !/[$`~<(]|:\/\/|^\.\.|^\//.test(place);
  return isKnown && (around !== folder || named !== path) ? place : undefined;
}

// linear: each alternative starts with another text, and what it contains is bounded.
const VARIABLE = /\$\{\{[^{}]{0,200}\}\}|\$\{[^{}]{0,200}\}|\$\([A-Za-z_]\w{0,100}\)|\$\w{1,100}/g;
